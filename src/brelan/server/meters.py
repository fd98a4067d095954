"""A server's counters, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Meters:
    """All counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.entries = Counter("brelan_entries", "Entries written to logs", registry=self.registry)
        self.sent = Counter("brelan_updates", "Updates sent to sockets", registry=self.registry)
        self.refused = Counter("brelan_refused", "Commands refused", ["error"], registry=self.registry)
        self.loaded = Counter("brelan_rooms_loaded", "Tables read from the log", registry=self.registry)
        self.cut = Counter(
            "brelan_slow_readers", "Sockets cut off because they read too slowly", registry=self.registry
        )
        self.sockets = Gauge("brelan_sockets", "Open sockets", registry=self.registry)
        self.commits = Gauge("brelan_commits", "Transactions the log was written in", registry=self.registry)
        self.rooms = Gauge("brelan_rooms", "Tables in memory", registry=self.registry)
        self.moves = Histogram(
            "brelan_command_seconds", "From command to durable and told", registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )  # fmt: skip

    def text(self) -> bytes:
        """Return all counters in Prometheus' format."""
        return generate_latest(self.registry)
