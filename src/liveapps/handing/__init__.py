"""What assistants in other hosts do here, and what people answer them: hand-offs, proposals, calls that come again.

Knows no protocol: a door turns its calls into these verbs, and what they hand over into its own answers.
"""
