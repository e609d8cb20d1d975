// A report's figures for other programs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/numbers.h"
#include "selfplay/report/report_figures.h"

namespace gioul {

std::string report_csv(std::span<const RunFigures> runs) {
  std::string text = "run,metric,x_games,x_seconds,value,error\n";
  for (const RunFigures& run : runs) {
    for (const Curve& curve : run.curves) {
      const std::string head = csv_text(run.run) + "," + csv_text(curve.metric);
      for (const FigurePoint& point : curve.points) {
        text += head;
        for (const double value : {point.games, point.seconds, point.value, point.error}) {
          text += "," + number_text(value);
        }
        text += "\n";
      }
    }
  }
  return text;
}

std::string report_json_lines(std::span<const RunFigures> runs) {
  std::string text;
  for (const RunFigures& run : runs) {
    for (const Curve& curve : run.curves) {
      for (const FigurePoint& point : curve.points) {
        const nlohmann::ordered_json line = {
            {"run", run.run},
            {"metric", curve.metric},
            {"x_games", point.games},
            {"x_seconds", point.seconds},
            {"value", point.value},
            {"error", std::isfinite(point.error) ? nlohmann::ordered_json(point.error) : nullptr}};
        text += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
      }
    }
  }
  return text;
}

}  // namespace gioul
