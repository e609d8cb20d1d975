#include "selfplay/hosts/join.h"

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "nn/net/net.h"
#include "selfplay/config/config.h"
#include "selfplay/hosts/address.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

namespace {

using nlohmann::json;

// The keys of the store. They are written once, so that a value never changes while it is read.
constexpr const char* kTerms = "join/terms";
constexpr const char* kVerdict = "join/verdict";  // kFits, or why nobody may begin
constexpr const char* kFits = "fits";

std::string answer_of(int rank) { return "join/" + std::to_string(rank); }

// Why a process with `version` and `config` does not fit, or empty.
std::string objection(const RunTerms& terms, const std::string& version,
                      const std::optional<TrainingConfig>& config) {
  if (version != terms.version) {
    return "it is gioul " + version + " instead of " + terms.version;
  }
  if (!config) return {};
  TrainingConfig own = *config;
  if (own.net.prune) own.net.hidden = terms.config.net.hidden;  // which rank 0 has found
  if (const std::string difference = difference_between(own, terms.config); !difference.empty()) {
    return difference;
  }
  const std::string& file = config->net.from;
  if (terms.net_from.empty() || !std::filesystem::exists(file)) return {};
  const std::string sum = checksum_text(initial_net(*config));
  if (sum == terms.net_from) return {};
  return file + " has the checksum " + sum + " instead of " + terms.net_from;
}

}  // namespace

std::vector<Partner> invite(SharedStore& store, const Place& place, const RunTerms& terms,
                            int threads) {
  store.set(kTerms, json{{"version", terms.version},
                         {"config", format_config(terms.config)},
                         {"net_from", terms.net_from},
                         {"playing", terms.playing}}
                        .dump());
  std::vector<Partner> partners = {{.host = this_host(), .threads = threads}};
  std::string refusal;
  for (int rank = 1; rank < place.size; ++rank) {
    const json answer = json::parse(store.get(answer_of(rank)));
    partners.push_back({.host = answer.at("host"), .threads = answer.at("threads")});
    const std::string why = answer.at("objection");
    if (!why.empty() && refusal.empty()) {
      refusal = "rank " + std::to_string(rank) + " (" + partners.back().host +
                ") does not fit the run: " + why;
    }
  }
  store.set(kVerdict, refusal.empty() ? kFits : refusal);
  if (refusal.empty()) return partners;
  // The store is gone with this process: the others are to have read it first.
  if (!place.agent_store) {
    for (int rank = 1; rank < place.size; ++rank) store.get(answer_of(rank) + "/heard");
  }
  throw InputError(refusal);
}

void decline(SharedStore& store, const Place& place, const std::string& line) {
  store.set(kTerms, json{{"refusal", line}}.dump());
  if (place.agent_store) return;  // which outlives this process
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  for (int rank = 1; rank < place.size; ++rank) {
    const auto left =
        std::chrono::ceil<std::chrono::seconds>(until - std::chrono::steady_clock::now());
    if (left.count() < 1 || !store.appears(answer_of(rank), left)) return;
  }
}

RunTerms join(SharedStore& store, const Place& place, const std::string& version,
              const std::optional<TrainingConfig>& config, int threads) {
  const json said = json::parse(store.get(kTerms));
  if (said.contains("refusal")) {
    store.set(answer_of(place.rank), "heard");
    throw InputError(said.at("refusal").get<std::string>());
  }
  RunTerms terms{.version = said.at("version"),
                 .config = {},
                 .net_from = said.at("net_from"),
                 .playing = said.at("playing")};
  std::string why;
  try {
    if (version == terms.version) {  // else the config may be one that this program can't read
      terms.config = parse_config(said.at("config").get<std::string>(), "the config of rank 0");
    }
    why = objection(terms, version, config);
  } catch (const InputError& error) {
    why = error.what();
  }
  store.set(answer_of(place.rank),
            json{{"host", this_host()}, {"threads", threads}, {"objection", why}}.dump());
  const std::string verdict = store.get(kVerdict);
  if (verdict == kFits) return terms;
  store.set(answer_of(place.rank) + "/heard", "1");
  throw InputError(verdict);
}

}  // namespace gioul
