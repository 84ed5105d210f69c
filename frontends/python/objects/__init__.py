"""Objects: containers and instances from outside, methods, classes, and changes of what containers hold."""
