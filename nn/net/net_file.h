// Nets on disk, as safetensors. Forms for other programs are in nn/export/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// Writes `net` as safetensors: tensors "layers.N.weight" [out, in] and "layers.N.bias" [out], F32;
/// metadata, all of them texts: game, encoder_version, checkers, layers (format_widths), games,
/// seed, version, inputs (the names of Net::blocks, if there are some, with blanks between them),
/// pruned (if anything was), pruning_weights (PruningWeights, after the checksum of the weights
/// that they are for), checksum (of Net, 16 hex digits) and metadata_checksum (FNV-1a over the
/// lines "key=value\n" of all others, sorted). Atomic. Throws std::runtime_error naming the file if
/// it can't be written or the net has a problem (find_problem), such as weights that are not
/// finite.
void save_net(const Net& net, const std::filesystem::path& file);

/// Writes the pruning weights of `net` into the file that it was loaded from, in whichever form its
/// weights are there.
void store_pruning_weights(const Net& net, const std::filesystem::path& file);

/// The bytes of that file, for a net that has no problem.
std::string net_bytes(const Net& net);

/// The same for a net whose weights are rounded to whole numbers of steps, which layers.N.step has
/// for each unit: 256 times layers.N.high plus layers.N.weight (both of dtype I8; files without
/// high are read too). Half as large, and much smaller when packed. A step of the first layer is
/// `fineness` of the root mean square of a unit's weights where the unit counts for as much as
/// others, and the finer the more it counts; of later layers it is fine enough.
void save_small_net(Net net, double fineness, const std::filesystem::path& file);

/// Reads such a file. Its header is judged, and the file must be as long as it says, before there
/// is memory for the weights. Throws InputError ("FILE: what is wrong") for anything but a whole,
/// undamaged net, both of whose checksums must be there and right; MemoryError naming the file.
Net load_net(const std::filesystem::path& file);

/// The same from the bytes of such a file, which messages call `name`.
Net parse_net(std::string_view bytes, const std::string& name);

/// The game of a net. Throws InputError ("NAME: what is wrong") if there is none of that name.
Game game_of_net(const Net& net, const std::string& name);

/// The blocks of inputs that `net` sees, in the order of its weights: those that it names, or else
/// all up to its encoder version. Throws InputError for a name that is none of the game's.
std::vector<InputBlock> input_blocks(const Net& net, const Axes& axes);

/// Lets a net of an older encoder version, or one that sees some blocks of inputs alone, see what
/// `encoder` does: it gives the same values, as further blocks count nothing; but for a block that
/// the encoder has not. Throws InputError ("NAME: what is wrong") for a net of another game,
/// encoder version or number of inputs.
void fit(Net& net, const std::string& name, const Axes& axes, const Encoder& encoder);

/// load_net(file) and fit.
Net load_net(const std::filesystem::path& file, const Axes& axes, const Encoder& encoder);

/// The same, but the net may also be one of another game whose inputs are the same, such as Fevga's
/// for Moultezim: it becomes one of this game, to learn on from.
Net load_kindred_net(const std::filesystem::path& file, const Axes& axes, const Encoder& encoder);

}  // namespace gioul
