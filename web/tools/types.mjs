// types.mjs OPENAPI TEMPLATE: prints the template with its line "// types" replaced by the types of
// all requests and answers in the description.
import { readFileSync } from "node:fs";

const [description, template] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const { paths, components } = JSON.parse(description);

function typeOf(schema, indent = "") {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(one, indent)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "integer") return "number";
  if (schema.type === "array") {
    const item = typeOf(schema.items, indent);
    if (schema.minItems && schema.minItems === schema.maxItems) {
      return `[${Array(schema.minItems).fill(item).join(", ")}]`;
    }
    return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  if (schema.type !== "object") return schema.type ?? "unknown";
  const more = schema.additionalProperties;
  const lines = more ? [`  [name: string]: ${typeOf(more, `${indent}  `)};`] : [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (name === "id" || name === "request") continue;
    if (property.description) lines.push(`  /** ${property.description} */`);
    const mark = schema.required?.includes(name) ? "" : "?";
    lines.push(`  ${name}${mark}: ${typeOf(property, `${indent}  `)};`);
  }
  return `{\n${lines.map((line) => `${indent}${line}\n`).join("")}${indent}}`;
}

const declared = (name, schema) =>
  schema.type === "object" ? `export interface ${name} ${typeOf(schema)}` : `export type ${name} = ${typeOf(schema)};`;

const requests = new Map();
for (const [path, { post }] of Object.entries(paths)) {
  const schema = post?.requestBody.content["application/json"].schema;
  if (!schema) continue;
  for (const one of schema.oneOf ?? [schema]) {
    requests.set(one.properties.request?.enum[0] ?? path.split("/").pop(), one);
  }
}
const types = [...requests].map(([name, schema]) => declared(`${name[0].toUpperCase()}${name.slice(1)}Request`, schema));
for (const [name, schema] of Object.entries(components.schemas)) {
  if (!["Id", "Error", "Job"].includes(name)) types.push(declared(name, schema));
}
process.stdout.write(template.replace("// types", () => types.join("\n\n")));
