"""The AG-UI door: any AG-UI client can talk to an agent. Only this room knows the protocol."""
