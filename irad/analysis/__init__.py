"""Facts about functions: control flow, memory, activity.  Pure: nothing here changes the IR."""
