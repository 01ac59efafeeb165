# The frame of the modes with a page of their own.

lab-from-file = From a file
