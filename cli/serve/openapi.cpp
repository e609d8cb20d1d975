#include "cli/serve/openapi.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "api/requests.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json reference(std::string_view schema) {
  return {{"$ref", "#/components/schemas/" + std::string(schema)}};
}

ordered_json content_of(std::string_view schema) {
  return {{"application/json", {{"schema", reference(schema)}}}};
}

ordered_json number_schema(const char* type, const ordered_json& low, const ordered_json& high) {
  return {{"type", type}, {"minimum", low}, {"maximum", high}};
}

ordered_json type_schema(const RequestField& field, const RequestPolicy& policy) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kEvenInteger:
    case FieldType::kCheckers:
      return number_schema("integer", static_cast<std::int64_t>(field.minimum),
                           field.allowed_maximum(policy));
    case FieldType::kSeed:
      return {{"oneOf", {{{"type", "integer"}, {"minimum", 0}}, {{"type", "string"}}}}};
    case FieldType::kDecimal:
      return number_schema("number", field.minimum, field.maximum);
    case FieldType::kFlag:
      return {{"type", "boolean"}};
    case FieldType::kDice:
      return {{"type", "array"},
              {"items", number_schema("integer", 1, 6)},
              {"minItems", 2},
              {"maxItems", 2}};
    case FieldType::kChoice:
      return {{"type", "string"}, {"enum", field.choices}};
    default:
      return {{"type", "string"}};
  }
}

ordered_json field_schema(const RequestField& field, const RequestPolicy& policy) {
  ordered_json schema = type_schema(field, policy);
  schema["description"] = field.help;
  const FieldValue value = field.allowed_default(policy);
  if (field.type == FieldType::kChoice) {
    schema["default"] = field.choices[value_as<std::size_t>(value)];
    return schema;
  }
  std::visit(
      [&]<typename T>(const T& given) {
        if constexpr (!std::is_same_v<T, std::monostate>) schema["default"] = given;
      },
      value);
  return schema;
}

ordered_json request_schema(const std::vector<RequestField>& fields, const RequestPolicy& policy) {
  ordered_json schema = {{"type", "object"},
                         {"properties", {{"id", reference("Id")}}},
                         {"additionalProperties", false}};
  for (const RequestField& field : fields) {
    schema["properties"][std::string(field.name)] = field_schema(field, policy);
    if (field.is_required) schema["required"].push_back(field.name);
  }
  return schema;
}

// Describes one method of a path.
ordered_json operation(std::string_view summary, std::string_view answer,
                       const char* status = "200") {
  return {{"summary", summary},
          {"responses",
           {{status, {{"description", "the answer"}, {"content", content_of(answer)}}},
            {"default", {{"description", "an error"}, {"content", content_of("Error")}}}}}};
}

ordered_json asked_by(ordered_json operation, const ordered_json& request) {
  operation["requestBody"] = {{"required", true},
                              {"content", {{"application/json", {{"schema", request}}}}}};
  return operation;
}

// Adds the path parameter of a single job.
ordered_json of_job(ordered_json operation) {
  operation["parameters"] = {
      {{"name", "job"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}}};
  return operation;
}

void add_jobs(ordered_json& paths, const ordered_json& requests) {
  paths["/api/v1/jobs"]["post"] =
      asked_by(operation("Start a rollout or an analysis", "Job", "201"), {{"oneOf", requests}});
  ordered_json& job = paths["/api/v1/jobs/{job}"];
  job["get"] = of_job(operation("Get the state of a job", "Job"));
  job["delete"] = of_job(operation("Stop a job; partial results become its result", "Job"));
  ordered_json events = of_job(operation("Stream the events of a job (server-sent events)", "Job"));
  events["responses"]["200"] = {
      {"description", "text/event-stream: progress, then result or error"}};
  paths["/api/v1/jobs/{job}/events"]["get"] = std::move(events);
}

// Completes schemas in the short form of answers.json: a property whose name ends in '?' is
// optional, and an object has no other properties than those listed.
ordered_json complete_schema(ordered_json schema) {
  if (!schema.is_structured()) return schema;
  for (ordered_json& part : schema) part = complete_schema(std::move(part));
  if (!schema.contains("properties")) return schema;
  ordered_json properties = ordered_json::object();
  ordered_json required = ordered_json::array();
  for (const auto& [name, property] : schema["properties"].items()) {
    const bool is_optional = name.ends_with('?');
    properties[is_optional ? name.substr(0, name.size() - 1) : name] = property;
    if (!is_optional) required.push_back(name);
  }
  schema["properties"] = std::move(properties);
  schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

std::string openapi_json(const RequestPolicy& policy, std::string_view answers) {
  ordered_json description = {
      {"openapi", "3.1.0"},
      {"info",
       {{"title", "gioul serve"},
        {"version", "1"},
        {"description", "Play and analyze Gioul and related games; see docs/serve.md."},
        {"license", {{"name", "MIT"}}}}}};
  ordered_json& paths = description["paths"];
  ordered_json jobs = ordered_json::array();
  for (const RequestKind& kind : request_kinds()) {
    ordered_json request = request_schema(kind.fields, policy);
    const std::string path = "/api/v1/" + std::string(kind.name);
    if (kind.http_mode == HttpRequestMode::kWithoutFields) {
      paths[path]["get"] = operation(kind.summary, kind.answer_schema);
    } else if (kind.http_mode != HttpRequestMode::kOnlyAsJob) {
      paths[path]["post"] = asked_by(operation(kind.summary, kind.answer_schema), request);
    }
    if (kind.http_mode < HttpRequestMode::kWithFieldsOrAsJob) continue;
    request["properties"]["request"] = {{"type", "string"}, {"enum", {kind.name}}};
    request["required"].push_back("request");
    jobs.push_back(std::move(request));
  }
  add_jobs(paths, jobs);
  description["components"]["schemas"] = complete_schema(ordered_json::parse(answers));
  return description.dump() + "\n";
}

}  // namespace gioul
