# The frame of the modes with a page of their own.

lab-from-file = From a file
lab-dead = The simulator has stopped. The form and the runs so far are still here.
lab-restart = Start it again
lab-link-opened = Opened from a link.
lab-link-back = Back to my own form
lab-link-bad = The link cannot be opened ({ $why }). Your form is untouched.
lab-runs = Runs to compare
lab-relative = Time, relative to the first one
lab-ratio = Run { $b } takes { $ratio } times the time of run { $a }.
lab-exercise = Exercise
lab-open-pack = Open a pack
lab-hint = Hint ({ $n } left)
lab-check = Check
lab-judging = Checking …
lab-passed = Passed
lab-failed = Not passed
lab-not-judged = Not judged here
lab-points = { $points } of { $of } points
lab-save-hand-in = Save .mcsub
lab-save-png = Save as PNG
