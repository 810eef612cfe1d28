"""What each write does, as pure functions of what is known: one file per subject."""
