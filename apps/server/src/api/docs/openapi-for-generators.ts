/**
 * A copy of an OpenAPI document, or of a part of one, in the forms that common generators of clients understand. The
 * copy describes the same JSON, except that it does not limit the names of a record.
 *
 * - `const` becomes an `enum` of one value: oazapfts 7 reads `const: false` as any boolean, so that `success` does not
 *   separate an answer from an error, and typed-openapi 2 reads `const: 1` as any number.
 * - `propertyNames` is left out: swagger-typescript-api 13 makes every value of such a record optional, which then is
 *   not accepted as the headers of a request.
 */
export function adaptForGenerators<Part>(part: Part): Part;
export function adaptForGenerators(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => adaptForGenerators(item));
  if (!isRecord(part)) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) => adaptKeyword(name, value)),
  );
}

function adaptKeyword(name: string, value: unknown): [string, unknown][] {
  if (name === 'propertyNames') return [];
  if (name === 'const') return [['enum', [value]]];
  // The names below `properties` are names of fields. A field can have the name `const`.
  if (name === 'properties' && isRecord(value)) {
    const fields = Object.entries(value).map(([field, schema]) => [
      field,
      adaptForGenerators(schema),
    ]);
    return [[name, Object.fromEntries(fields)]];
  }
  return [[name, adaptForGenerators(value)]];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
