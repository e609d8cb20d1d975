#include "selfplay/report/run_history.h"

#include <fstream>

#include "base/error.h"
#include "base/text.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace fs = std::filesystem;

RunHistory read_run_history(const fs::path& folder) {
  const fs::path config = folder / "config.toml";
  if (!fs::exists(config)) throw InputError(folder.string() + ": holds no run (no config.toml)");
  RunHistory history;
  const fs::path whole = fs::absolute(folder).lexically_normal();
  history.name = one_line((whole.has_filename() ? whole : whole.parent_path()).filename().string());
  history.config = load_config(config.string());
  // A run writes its config first, and its metrics once it has played a generation.
  if (const fs::path metrics = folder / "metrics.jsonl"; fs::exists(metrics)) {
    std::ifstream in(metrics, std::ios::binary);
    if (!in) throw InputError(metrics.string() + ": can't be opened");
    read_metrics(in, metrics.string(), history);
  }
  const fs::path net_file = folder / "net.safetensors";
  if (fs::exists(net_file)) {
    try {
      const Net net = load_net(net_file);
      history.net_checksum = checksum_text(net);
      history.net_version = net.record.version;
    } catch (const InputError& error) {  // the rest is worth showing
      history.net_problem = error.what();
    }
  }
  return history;
}

}  // namespace gioul
