"""The door for other hosts: the Model Context Protocol, over HTTP and over standard input and output."""
