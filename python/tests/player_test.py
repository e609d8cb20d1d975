"""Players by name choose as they do in tournaments."""

import gioul
from program import Case, afterstates_of, plays_of

# Plays a whole game between two players; returns the result.
def play(first: gioul.Player, second: gioul.Player, seed: int) -> int:
    env = gioul.BatchEnv("gioul", n=1, seed=seed, games=1)
    while True:
        decisions = env.decisions()
        plays = plays_of(decisions, 0)
        chosen = plays[(first, second)[decisions.actors[0]].choose(plays)].after
        reward, done, actor = env.step([afterstates_of(decisions, 0).index(chosen)])
        if done[0]:
            return int(reward[0]) * (1 if actor[0] == 0 else -1)


class PlayerTest(Case):
    def test_every_kind_of_player_plays(self) -> None:
        for name in ("random", "blocker", "net", "net,beam=4", "net,precision=int16",
                     "net,plies=1,filter=2,tables=off"):
            player = gioul.Player(name)
            self.assertEqual((player.name, player.game), (name, "gioul"))
            self.assertIn(play(player, gioul.Player("blocker"), seed=2), (-2, -1, 1, 2))

    def test_rollout_player_chooses(self) -> None:
        plays = gioul.Position("gioul").plays(6, 4)
        player = gioul.Player("rollout,trials=4,candidates=2,truncate=2,plies=0,tables=off")
        self.assertIn(player.choose(plays), range(len(plays)))

    def test_net_player_chooses_like_its_net(self) -> None:
        net = gioul.net()
        player = gioul.Player("net")
        for roll, _ in gioul.Position("gioul").rolls():
            plays = gioul.Position("gioul").plays(*roll)
            self.assertEqual(player.choose(plays), net.choose(plays))

    def test_random_choices_depend_on_the_seed(self) -> None:
        plays = gioul.Position("gioul").plays(5, 5)
        chosen = [
            [player.choose(plays) for _ in range(20)]
            for player in (gioul.Player("random", seed=seed) for seed in (3, 3, 4))
        ]
        self.assertEqual(chosen[0], chosen[1])
        self.assertNotEqual(chosen[0], chosen[2])

    def test_invalid_players_are_rejected(self) -> None:
        choose = gioul.Player("random").choose
        self.refuse(
            (ValueError, "unknown player 'stranger'", gioul.Player, "stranger"),
            (ValueError, "plies '77': expected a whole number", gioul.Player, "net,plies=77"),
            (ValueError, "unknown player ''", gioul.Player, ""),
            (ValueError, "plays of fevga .expected one of gioul", choose,
             gioul.Position("fevga").plays(3, 1)),
        )

    def test_unusable_program_is_bad_input(self) -> None:
        self.refuse(*((ValueError, "failed to start: " + said, gioul.Player, f"ubgi:{engine}")
                      for engine, said in [("/no/such", "cannot be run: No such file"),
                                           ("false", "exited with code 1")]))

    def test_program_that_fails_in_play_raises_os_error(self) -> None:
        engine = self.new_folder() / "engine"
        engine.write_text("while read -r line; do case $line in ubgi) echo ubgiok;;\n"
                          "isready) echo readyok;; go*) exit 3;; esac; done\n")
        player = gioul.Player(f"ubgi:sh {engine}")
        self.refuse((OSError, "exited with code 3 at 24:15", player.choose,
                     gioul.Position("gioul").plays(3, 1)))
