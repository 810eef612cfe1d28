"""What is true of a chat: threads, messages, runs, readings, answers, and the re-slice language. Pure."""
