"""What Gymnasium calls while it is imported itself, where gioul is installed: so it imports nothing of
gioul.envs, which is built on it."""

from typing import Any


def register_gymnasium() -> None:
    """Registers "gioul/Gioul-v0" with its vector environment; importing gioul.envs does so too."""
    from gymnasium.envs import registration

    if "gioul/Gioul-v0" in registration.registry:
        return
    options: dict[str, Any] = {
        "entry_point": "gioul.envs:GioulEnv", "vector_entry_point": "gioul.envs:GioulVectorEnv",
    }
    registration.register(id="gioul/Gioul-v0", **options)
