// Reads and writes net files in the safetensors format, and finds those that are bundled with the
// program. nn/export/ has the formats for other programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// Writes `net` as safetensors. Tensors: "layers.N.weight" [out, in] and "layers.N.bias" [out],
/// F32. Metadata, all strings: game, encoder_version, checkers, layers (format_widths()), games,
/// seed, version, inputs (the names of Net::input_block_names, if any, separated by blanks), pruned
/// (if anything was), activation_ranges (if known), pruning_weights (the checksum of the weights
/// they belong to, then PruningWeights), checksum (of Net, in hexadecimal) and metadata_checksum
/// (FNV-1a over the sorted lines "key=value\n" of all others). Atomic. Throws std::runtime_error
/// ("FILE: ...") if the file is not writable or the net is invalid (validation_error()), for
/// example if weights are not finite.
void save_net(const Net& net, const std::filesystem::path& file);

/// Writes the pruning weights of `net` into the net file from which it was loaded. The other
/// weights in the file keep their format. Throws std::runtime_error ("FILE: ...") if the file holds
/// another net by now.
void store_pruning_weights(const Net& net, const std::filesystem::path& file);

/// Returns the bytes that save_net() writes to a file. `net` must be valid.
std::string encode_net(const Net& net);

/// Writes `net` like save_net(), but with rounded weights. Each unit has a step, layers.N.step. Its
/// weights are stored as multiples of the step: 256 * layers.N.high + layers.N.weight, both I8
/// (files without "high" can be read too). Such files are half as large and compress far better.
/// For an average unit of the first layer, the step is `step` times the root mean square of its
/// weights; the more a unit matters to the next layer, the finer its step. Steps of later layers
/// are always fine.
void save_rounded_net(Net net, double step, const std::filesystem::path& file);

/// Reads a net file. Checks the header and the file size before it allocates memory for the
/// weights. Throws InputError ("FILE: what is wrong") unless the net is complete and both checksums
/// are present and right. If memory runs out, throws MemoryError with the name of the file.
Net load_net(const std::filesystem::path& file);

/// Reads a net from the bytes of a net file, with the checks of load_net(). Messages call the file
/// `name`.
Net decode_net(std::string_view bytes, const std::string& name);

/// Returns the game that a net plays (Net::game). Throws InputError ("NAME: what is wrong") if the
/// game is unknown; `name` is that of the net file.
Game require_net_game(const Net& net, const std::string& name);

/// Returns the blocks of inputs that `net` sees, in the order of its weights: those that it names
/// (Net::input_block_names), or else all up to its encoder version. Throws InputError for a name
/// that the game does not have.
std::vector<InputBlock> input_blocks(const Net& net, const Variant& variant);

/// Adapts a net of an older encoder version, or one that sees only some input blocks, to the inputs
/// of `encoder`. New inputs get zero weights, so values do not change; inputs that the encoder
/// lacks are dropped. Throws InputError ("NAME: what is wrong") if the game, encoder version or
/// number of inputs does not fit.
void adapt_inputs(Net& net, const std::string& name, const Variant& variant,
                  const Encoder& encoder);

/// Reads a net file and adapts the net to `encoder`; see adapt_inputs().
Net load_net(const std::filesystem::path& file, const Variant& variant, const Encoder& encoder);

/// Reads a net to start training from, and adapts it to `encoder`. A net of another game with the
/// same inputs is accepted, such as one of Fevga for Moultezim, and becomes a net of this game.
Net load_compatible_net(const std::filesystem::path& file, const Variant& variant,
                        const Encoder& encoder);

/// Returns the file of the game's bundled net, or nullopt if it has none.
std::optional<std::filesystem::path> find_bundled_net(const Variant& variant);

/// Returns the file of the game's bundled net. Throws InputError if it has none.
std::filesystem::path require_bundled_net(const Variant& variant);

}  // namespace gioul
