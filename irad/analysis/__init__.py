"""Facts about functions: control flow, memory, activity.  Analyses only: nothing here changes the IR."""
