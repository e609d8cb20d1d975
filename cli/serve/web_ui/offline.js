// For a page with its own engine: shows its downloads, and offers to store all variants for offline
// use (those played or analyzed are stored anyway) and to switch to a new version of the page.
import { $, say, showNote } from "./dom.js";
import { gameTitle } from "./games.js";
import { number, t } from "./language.js";
import { readItem, writeItem } from "./storage.js";
import { download, offline } from "./transport.js";

const kWanted = "gioul.offline";

async function storeAll() {
  $("offline-keep").disabled = true;
  const all = await offline.storeAll((share) => { say($("offline-told"), t("percent", { share: number(100 * share) })); });
  say($("offline-told"), t(all ? "all_kept" : "not_all_kept"));
  $("offline-keep").disabled = all;
}

function showDownload(found) {
  $("download").hidden = !found;
  if (!found) return;
  const { game, kind, share } = found;
  $("download").querySelector("progress").value = share;
  say($("download-what"), !game ? t("loading_engine") : t(kind === "decisions" ? "loading_decisions" : "loading_net", { game: gameTitle(game) }));
}

// Downloads the engine and the net of a variant, then stores the page.
export async function startOffline(game) {
  if (!download) return;
  download.listen(showDownload);
  const begun = download.begin(game);
  if (!offline) return;
  if (!offline.isStored) await begun;  // the first download comes before the page's second one
  $("offline").hidden = false;
  $("offline-keep").addEventListener("click", () => {
    writeItem(kWanted, true);
    storeAll();
  });
  say($("offline-told"), t("megabytes", { size: number(offline.bytes / 1e6) }));
  await offline.start((reload) => showNote("version", t("new_version"), { text: t("reload"), run: reload }), begun);
  // a new version of the page has new files
  if (readItem(kWanted)) await storeAll();
}
