"""The door of outside systems: one file per source says how its deliveries are signed and told apart. It knows
nothing of panels."""
