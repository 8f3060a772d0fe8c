"""Where people work: the command line, and later the notebook widget and the table app."""
