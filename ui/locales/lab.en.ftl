# The frame of the modes with a page of their own.

lab-from-file = From a file
lab-dead = The simulator has stopped. The form and the runs so far are still here.
lab-restart = Start it again
