"""The tools that every agent has, whatever it runs on: to find, read, make, fill and show.

Each answers with what happened and what to do next. What is wrong is refused with what is valid, and goes back to
whoever called, so that the call can be mended.
"""
