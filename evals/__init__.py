"""How well an agent does on a model: tasks with a check each, run against any model that can be configured.

Without one, the answers were recorded before: then it is the house that is checked, not a model.
"""
