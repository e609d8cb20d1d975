"""Gymnasium calls this module when it is imported itself. So this must not import gioul.envs, which
imports Gymnasium."""

from typing import Any


def register_gymnasium() -> None:
    """Registers "gioul/Gioul-v0" and its vector environment; importing gioul.envs does so too."""
    from gymnasium.envs import registration

    if "gioul/Gioul-v0" in registration.registry:
        return
    options: dict[str, Any] = {
        "entry_point": "gioul.envs:GioulEnv", "vector_entry_point": "gioul.envs:GioulVectorEnv",
    }
    registration.register(id="gioul/Gioul-v0", **options)
