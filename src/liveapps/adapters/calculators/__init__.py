"""Calculators: functions of the installation, each run in a process of its own that is given up when it misbehaves."""
