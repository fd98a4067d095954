"""The table on the web: rooms that follow from an append-only log, sockets that see only what their seat may see."""
