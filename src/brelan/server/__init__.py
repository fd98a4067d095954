"""The web server: rooms rebuilt from an append-only log, sockets that receive only what their seat may see."""
