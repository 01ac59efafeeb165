# The mode of prime numbers.

mode-demo = Primes
demo-part-form = Settings
demo-part-stage = Picture
demo-part-results = Results
demo-run = Count
demo-share-carries = The link contains the settings.
