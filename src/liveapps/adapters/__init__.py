"""What the outside world is today: stores, tools, models. Each provides one of the ports.

Knows the ports and the nouns; must not know the doors, nor another adapter that lives in a folder of its own.
"""
