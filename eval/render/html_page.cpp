#include "eval/render/html_page.h"

#include "base/text.h"

namespace gioul {

namespace {

// The colors are hues of Okabe and Ito (2008), darkened for white and lightened for black
// backgrounds so that text has a contrast of at least 4.5.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light; --back: #f6f7f9; --card: #ffffff; --text: #1b1f24; --soft: #57606a;
  --line: #d9dee4; --grid: #e8ebef; --mark: #fff4d6;
  --c0: #0b66b0; --c1: #b84e00; --c2: #007a5a; --c3: #a33d78; --c4: #806000; --c5: #5d4bb5;
  --c6: #1c7f9e; --c7: #5c6166; }
@media screen {
  :root[data-theme="dark"] { color-scheme: dark; --back: #0f1318; --card: #171c23; --text: #e8ebef;
    --soft: #a3adb8; --line: #323a44; --grid: #262d36; --mark: #3a3318;
    --c0: #62b0ff; --c1: #ff9a57; --c2: #43cfa1; --c3: #f08fc4; --c4: #e6c84a; --c5: #b3a5ff;
    --c6: #7fd6ef; --c7: #b6bdc5; }
}
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) { color-scheme: dark; --back: #0f1318; --card: #171c23;
    --text: #e8ebef; --soft: #a3adb8; --line: #323a44; --grid: #262d36; --mark: #3a3318;
    --c0: #62b0ff; --c1: #ff9a57; --c2: #43cfa1; --c3: #f08fc4; --c4: #e6c84a; --c5: #b3a5ff;
    --c6: #7fd6ef; --c7: #b6bdc5; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 1180px; padding: 24px 20px 48px; background: var(--back);
  color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans",
  Arial, sans-serif; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 20px; margin: 40px 0 4px; }
p { margin: 4px 0 12px; max-width: 112ch; }
.note, figcaption p { color: var(--soft); font-size: 13.5px; }
header { position: relative; padding-right: 96px; }
header button { position: absolute; top: 4px; right: 0; font: inherit; font-size: 13px; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px;
  cursor: pointer; }
.cards, .small { display: grid; gap: 16px; margin-bottom: 16px;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr)); }
.small { grid-template-columns: repeat(auto-fill, minmax(min(100%, 330px), 1fr)); }
figure { margin: 0; padding: 14px 14px 8px; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; min-width: 0; display: flex; flex-direction: column;
  justify-content: space-between; }
figcaption { font-weight: 600; }
figcaption p { font-weight: 400; margin: 0 0 4px; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; margin: 12px 0;
  width: fit-content; max-width: 100%; background: var(--card); background-repeat: no-repeat;
  background-image: linear-gradient(to left, var(--card) 30%, transparent),
    linear-gradient(to left, var(--soft), transparent);
  background-position: right; background-size: 40px 100%, 10px 100%;
  background-attachment: local, scroll; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { text-align: left; padding: 6px 14px; border-top: 1px solid var(--grid); vertical-align: top;
  white-space: nowrap; }
tr:first-child > * { border-top: 0; }
th { font-weight: 600; }
tbody th { font-weight: 400; color: var(--soft); position: sticky; left: 0; background: var(--card); }
tr.differs td { background: var(--mark); }
.wide { display: inline-block; max-width: 26em; white-space: normal; overflow-wrap: anywhere; }
code { font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin: 12px 0 0; padding: 0; }
.legend li { overflow-wrap: anywhere; }
.legend svg { width: 30px; height: 12px; margin-right: 7px; vertical-align: -1px; }
details { margin: 12px 0; }
summary { cursor: pointer; color: var(--soft); }
footer { margin-top: 40px; border-top: 1px solid var(--line); padding-top: 12px; }
svg.chart { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--soft); font-size: 122px; }
svg .label { font-weight: 600; }
svg .grid { stroke: var(--grid); stroke-width: 10; }
svg .axis { stroke: var(--soft); stroke-width: 10; fill: none; }
svg .reference { stroke: var(--soft); stroke-width: 10; stroke-dasharray: 50 40; }
svg .leader { stroke: currentColor; stroke-width: 8; fill: none; opacity: .6; stroke-dasharray: 8 36;
  stroke-linecap: round; }
svg .curve { stroke: currentColor; stroke-width: 18; fill: none; stroke-linejoin: round; }
svg .thin { stroke-width: 13; opacity: .75; }
svg .band { fill: currentColor; opacity: .17; stroke: none; }
svg .bar { stroke: currentColor; stroke-width: 14; fill: none; }
svg .mark { fill: currentColor; stroke: var(--card); stroke-width: 8; }
svg .dashed { stroke-dasharray: 70 40; }
svg .hover { stroke: var(--soft); stroke-width: 8; pointer-events: none; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
svg .label, svg .here { fill: currentColor; }
svg .here { font-weight: 600; }
svg .box { fill: var(--card); stroke: var(--line); stroke-width: 10; }
svg .here, svg .box { pointer-events: none; }
@media (max-width: 480px) {
  body { padding: 16px 10px 32px; }
  figure { padding: 10px 8px 4px; }
  svg text { font-size: 132px; }
  th, td { padding: 5px 9px; }
}
@media print {
  body { max-width: none; padding: 0; background: none; font-size: 11px; }
  header button { display: none; }
  .cards { grid-template-columns: 1fr 1fr; gap: 8px; }
  .small { grid-template-columns: 1fr 1fr 1fr; gap: 8px; }
  figure, tr { break-inside: avoid; }
  h2, .table { break-after: avoid; }
}
)";

// The page is complete without the script, which shows the theme button and the values under the
// pointer. The numbers of a path are its first point, then relative steps
// (eval/render/svg_chart.cpp).
constexpr std::string_view kScript = R"js(
(() => {
  const root = document.documentElement, button = document.querySelector("header button");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.onclick = () => { root.dataset.theme = dark() ? "light" : "dark"; name(); };
  name();

  // With the digits that a place on the page tells.
  const read = ([low, high, from, to, log], place) => {
    const part = (place - from) / (to - from);
    const value = log ? low * (high / low) ** part : low + part * (high - low);
    const step = 10 ** Math.floor(Math.log10((log ? value : high - low) / 300));
    const digits = Math.max(0, Math.round(-Math.log10(step)));
    return (Math.round(value / step) * step).toLocaleString(
        "en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };
  for (const svg of document.querySelectorAll("svg.chart")) {
    const x = svg.dataset.x.split(" ").map(Number), y = svg.dataset.y.split(" ").map(Number);
    const curves = [...svg.querySelectorAll(".curve")].map((path) => {
      const numbers = path.getAttribute("d").match(/-?\d+/g).map(Number), points = [];
      for (let i = 0, px = 0, py = 0; i + 1 < numbers.length; i += 2) {
        points.push([px += numbers[i], py += numbers[i + 1]]);
      }
      return { points, color: path.parentNode.getAttribute("class") };
    });
    let shown = [];
    const show = (tag, attributes, content) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const key in attributes) made.setAttribute(key, attributes[key]);
      made.textContent = content || "";
      shown.push(svg.appendChild(made));
    };
    const clear = () => { shown.forEach((e) => e.remove()); shown = []; };
    svg.addEventListener("pointerleave", clear);
    svg.addEventListener("pointermove", (event) => {
      clear();
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
          svg.getScreenCTM().inverse()).x;
      const nearer = (a, b) => Math.abs(b[0] - at) < Math.abs(a[0] - at) ? b : a;
      const found = curves.map((c) => ({ ...c, p: c.points.reduce(nearer) }))
          .filter((c) => Math.abs(c.p[0] - at) < 160).sort((a, b) => a.p[1] - b.p[1]);
      if (!found.length) return;
      const best = found.map((c) => c.p).reduce(nearer)[0];
      const rows = [["", read(x, best) + " " + svg.dataset.name],
                    ...found.map((c) => [c.color, read(y, c.p[1])])];
      const width = 100 + 82 * Math.max(...rows.map((row) => row[1].length));
      const height = 70 + 140 * rows.length;
      const left = best > (x[2] + x[3]) / 2 ? best - width - 70 : best + 70;
      const top = Math.max(y[3], Math.min(y[2] - height, found[0].p[1] - height / 2));
      show("path", { class: "hover", d: `M${best},${y[2]}V${y[3]}` });
      for (const c of found) {
        show("circle", { class: "mark " + c.color, cx: c.p[0], cy: c.p[1], r: 38 });
      }
      show("rect", { class: "box", x: left, y: top, width, height, rx: 50 });
      rows.forEach(([color, content], i) => {
        show("text", { class: "here " + color, x: left + 50, y: top + 145 + 140 * i }, content);
      });
    });
  }
})();
)js";

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    length = first_utf8_char_length(text);
    const char c = text[0];
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    if (length == 0 || control) {
      escaped += "&#65533;";  // the replacement character
      length = 1;
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\'') {
      escaped += "&#39;";
    } else {
      escaped += text.substr(0, length);
    }
  }
  return escaped;
}

std::string html_page(std::string_view title, std::string_view body, int reload_seconds) {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n";
  if (reload_seconds != 0) {
    page += "<meta http-equiv=\"refresh\" content=\"" + std::to_string(reload_seconds) + "\" />\n";
  }
  page += "<title>";
  page += escape_html(title);
  page += "</title>\n<style>";
  page += kStyle;
  page += "</style>\n</head>\n<body>\n<header>\n<h1>";
  page += escape_html(title);
  page += "</h1>\n<button type=\"button\" hidden=\"hidden\">Dark</button>\n</header>\n";
  page += body;
  page += "<script>";
  page += kScript;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace gioul
