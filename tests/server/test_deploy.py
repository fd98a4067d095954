"""The files in deploy/: no extra privileges, no writes elsewhere, bounded resources, pinned versions."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

DEPLOY = Path(__file__).parents[2] / "deploy"
SERVICES: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
UNITS = ("brelan.service", "brelan-backup.service", "brelan-backup.timer")
CADDYFILES = ("Caddyfile", "Caddyfile.single")


def unit(name: str) -> dict[str, str]:
    """What a unit says of its service."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(DEPLOY / name, encoding="utf-8")
    return dict(read["Service"])


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_container_may_do_no_more_than_it_must(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["cap_drop"] == ["ALL"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert not {"privileged", "network_mode", "devices"} & service.keys()
    assert "ports" not in service or name == "balancer"
    assert "build" in service or re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?", service["image"])


def test_the_image_is_of_a_version_and_installs_by_hashes_alone() -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert all(re.match(r"FROM python:\d+\.\d+\.\d+-slim\b", line) for line in lines if line.startswith("FROM"))
    installs = [line for line in lines if "pip install" in line]
    assert len(installs) == 3
    assert all("--require-hashes" in line or "--no-deps /wheels/" in line for line in installs)
    assert "USER brelan" in lines


@pytest.mark.parametrize("name", ["brelan.service", "brelan-backup.service"])
def test_a_unit_may_do_no_more_than_it_must(name: str) -> None:
    said = unit(name)
    for key in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictNamespaces", "DynamicUser"):
        assert said[key] == "yes", key
    assert said["ProtectSystem"] == "strict"
    assert said["SystemCallFilter"]
    assert said["CapabilityBoundingSet"] == ""
    assert said["MemoryMax"]


def test_the_unit_of_the_server_opens_as_many_files_as_the_server_may_use() -> None:
    from brelan.server.gate import MOST

    assert int(unit("brelan.service")["LimitNOFILE"]) == MOST
    assert all(SERVICES[name]["ulimits"]["nofile"] == MOST for name in ("one", "two", "balancer"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_a_unit(name: str) -> None:
    told = subprocess.run(["systemd-analyze", "verify", DEPLOY / name], capture_output=True, text=True, check=False)
    odd = [line for line in told.stderr.splitlines() if "is not executable" not in line]
    assert [line for line in odd if name in line] == []


@pytest.mark.parametrize("name", CADDYFILES)
def test_a_balancer_asks_for_tls_for_good_and_hides_the_counters(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert re.search(r'header Strict-Transport-Security "max-age=\d{8,}"', text)
    assert re.search(r"@inside path /metrics\n\s+respond @inside 404", text)
    assert text.count("{") == text.count("}")
