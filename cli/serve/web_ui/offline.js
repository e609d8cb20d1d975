// Offers to store all variants for offline use, if the page has its own engine. Those already
// played are stored anyway.
import { $ } from "./dom.js";
import { offline } from "./transport.js";

const kWanted = "gioul.offline";

async function keepAll() {
  $("offline-keep").disabled = true;
  const all = await offline.keepAll((share) => { $("offline-told").textContent = `${(100 * share).toFixed(0)} %`; });
  $("offline-told").textContent = all ? "All games are stored: no network is needed." : "The download is incomplete. Try again.";
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
  $("offline-told").textContent = `${((await offline.bytes()) / 1e6).toFixed(0)} MB`;
}
