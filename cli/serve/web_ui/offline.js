// Offers to store all variants for offline use, if the page has its own engine. Those already
// played are stored anyway.
import { $, say } from "./dom.js";
import { number, t } from "./language.js";
import { offline } from "./transport.js";

const kWanted = "gioul.offline";

async function keepAll() {
  $("offline-keep").disabled = true;
  const all = await offline.keepAll((share) => { say($("offline-told"), t("percent", { share: number(100 * share) })); });
  say($("offline-told"), t(all ? "all_kept" : "not_all_kept"));
  $("offline-keep").disabled = all;
}

export async function offerOffline() {
  if (!offline) return;
  $("offline").hidden = false;
  $("offline-keep").addEventListener("click", () => {
    localStorage.setItem(kWanted, "all");
    keepAll();
  });
  // a new version of the page has new files
  if (localStorage.getItem(kWanted)) return void keepAll();
  say($("offline-told"), t("megabytes", { size: number((await offline.bytes()) / 1e6) }));
}
