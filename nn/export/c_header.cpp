// The output is valid C99 and C++.
#include <array>
#include <charconv>
#include <stdexcept>

#include "engine/outcome.h"
#include "nn/export/export.h"

namespace gioul {
namespace {

// Nine significant digits are within 5e-9 of a float, relatively, and the nearest midpoint between
// two floats is 2.9e-8 away. So every compiler reads the same bits, even one that first rounds to a
// wider type. Hexadecimal would not be shorter, and is invalid before C++17.
constexpr int kDigits = 9;

std::string literal(float value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::general, kDigits);
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

std::string name(const std::string& rest) { return "GIOUL_NET_NAME(" + rest + ")"; }

std::string format_array(const std::string& array, const std::string& size,
                         const std::vector<float>& values) {
  constexpr std::size_t kLine = 100;
  std::string text = "static const float " + name(array) + "[" + size + "] = {\n";
  std::string line = " ";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string item = literal(values[i]) + (i + 1 < values.size() ? "," : "");
    if (line.size() + 1 + item.size() > kLine) {
      text += line + "\n";
      line = " ";
    }
    line += " " + item;
  }
  return text + line + "\n};\n\n";
}

// Makes text from a file safe for a comment or a string literal.
std::string mask_c_delimiters(std::string text) {
  for (char& c : text) {
    if (c == '*' || c == '/' || c == '\\' || c == '"' || c == '?') c = '_';
  }
  return text;
}

std::string head(const Net& net) {
  const std::string game = mask_c_delimiters(net.game);
  const std::string sum = format_checksum(net);
  return "/* A net for " + game + ", " + std::to_string(net.checkers_per_side) +
         " checkers per side: a position's inputs to the probabilities of the five outcomes.\n\n"
         "   layers            " +
         format_widths(net.layers) + "\n   encoder version   " +
         std::to_string(net.encoder_version) + "\n   trained on        " +
         std::to_string(net.provenance.game_count) + " games in the last run, seed " +
         std::to_string(net.provenance.seed) + ", by gioul " +
         mask_c_delimiters(net.provenance.program_version) + "\n   checksum          " + sum +
         "\n\n"
         "   Include it in one source file, which gets its own copy of the weights, and link with\n"
         "   -lm. C99 or any C++. It allocates nothing and has no state.\n\n"
         "   All names begin with exported_net_. For others, as for two nets in one file, define\n"
         "   before including it\n\n"
         "     #define GIOUL_NET_NAME(name) my_##name */\n"
         "#ifndef GIOUL_NET_" +
         sum + "_H\n#define GIOUL_NET_" + sum +
         "_H\n\n"
         "#include <math.h>\n\n"
         "#ifndef GIOUL_NET_NAME\n#define GIOUL_NET_NAME(name) exported_net_##name\n#endif\n\n"
         "static const char " +
         name("game") + "[] = \"" + game + "\";\nstatic const char " + name("checksum") +
         "[] = \"" + sum + "\";\n\n";
}

std::string constants(const Net& net) {
  std::string text = "enum {\n  " + name("encoder_version") + " = " +
                     std::to_string(net.encoder_version) + ",\n  " + name("checkers") + " = " +
                     std::to_string(net.checkers_per_side) +
                     ", /* per side, in the games it was trained on */\n  " + name("inputs") +
                     " = " + std::to_string(net.input_count()) + ",\n  ";
  for (std::size_t i = 0; i + 1 < net.layers.size(); ++i) {
    text += name("hidden_" + std::to_string(i)) + " = " +
            std::to_string(net.layers[i].output_count) + ",\n  ";
  }
  return text + name("outcomes") + " = " + std::to_string(kOutcomeCount) + "\n};\n\n";
}

// Returns the name of the constant for the width after `layers` layers.
std::string width(const Net& net, std::size_t layers) {
  if (layers == 0) return name("inputs");
  return name(layers == net.layers.size() ? "outcomes" : "hidden_" + std::to_string(layers - 1));
}

std::string weights(const Net& net) {
  std::string text =
      "/* weight_N[o * inputs of the layer + i] is that of input i of output o. */\n";
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const std::string number = std::to_string(i);
    text += format_array("weight_" + number, width(net, i + 1) + " * " + width(net, i),
                         net.layers[i].weight);
    text += format_array("bias_" + number, width(net, i + 1), net.layers[i].bias);
  }
  return text;
}

constexpr const char* kParts = R"(static inline void GIOUL_NET_NAME(layer)(
    const float *weight, const float *bias, int inputs, int outputs, const float *x, float *y)
{
  int i, o;
  for (o = 0; o < outputs; ++o) {
    const float *row = weight + (long)o * inputs;
    float sum = bias[o];
    for (i = 0; i < inputs; ++i) sum += row[i] * x[i];
    y[o] = sum;
  }
}

static inline void GIOUL_NET_NAME(relu)(float *x, int size)
{
  int i;
  for (i = 0; i < size; ++i) {
    if (x[i] < 0.0f) x[i] = 0.0f;
  }
}

/* Less the highest, so that nothing overflows. */
static inline void GIOUL_NET_NAME(softmax)(float *x, int size)
{
  float highest = x[0], sum = 0.0f;
  int i;
  for (i = 1; i < size; ++i) {
    if (x[i] > highest) highest = x[i];
  }
  for (i = 0; i < size; ++i) sum += x[i] = expf(x[i] - highest);
  for (i = 0; i < size; ++i) x[i] /= sum;
}

/* Returns the equity of these probabilities in points, for the player to move. */
static inline float GIOUL_NET_NAME(equity)(const float *probabilities)
{
  return 2.0f * (probabilities[4] - probabilities[0]) + probabilities[3] - probabilities[1];
}

/* From the inputs of a position, all GIOUL_NET_NAME(inputs) of them in the order of the README
   beside this file, to the probabilities that the player to move loses 2 points, loses 1, ties,
   wins 1, wins 2. */
)";

std::string evaluate(const Net& net) {
  std::string arrays;
  std::string calls;
  std::string from = "inputs";
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const std::string number = std::to_string(i);
    const bool last = i + 1 == net.layers.size();
    const std::string to = last ? "probabilities" : "hidden_" + number;
    if (!last) arrays += "  float " + to + "[" + width(net, i + 1) + "];\n";
    calls += "  " + name("layer") + "(" + name("weight_" + number) + ", " + name("bias_" + number) +
             ",\n      " + width(net, i) + ", " + width(net, i + 1) + ", " + from + ", " + to +
             ");\n  " + name(last ? "softmax" : "relu") + "(" + to + ", " + width(net, i + 1) +
             ");\n";
    from = to;
  }
  return "static inline void " + name("evaluate") +
         "(const float *inputs, float *probabilities)\n{\n" + arrays + calls +
         "}\n\n#undef GIOUL_NET_NAME\n#endif\n";
}

}  // namespace

std::string encode_c_header(const Net& net) {
  const std::string problem = validation_error(net);
  if (!problem.empty()) throw std::runtime_error("net not written as C: " + problem);
  return head(net) + constants(net) + weights(net) + kParts + evaluate(net);
}

}  // namespace gioul
