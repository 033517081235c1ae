import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/**
 * The operations that the action calls, from GitHub's published description of its API (the npm package
 * `@octokit/openapi` 23.0.2), with the components that they name.
 */
const API = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  coerceTypes: 'array',
  validateFormats: true,
});
addFormats.default(ajv);
ajv.addSchema(API, 'api');

interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: object;
}

export interface Operation {
  id: string;
  /** The values of the path's placeholders. */
  path: Record<string, string>;
  /** What is wrong with the request; empty if it has the published shape. */
  requestFaults: (query: URLSearchParams, body: unknown) => string[];
  /** The same for an answer of the stand-in, so that the action is tested with GitHub's own shapes. */
  responseFaults: (status: number, body: unknown) => string[];
}

/** The operation of a method and a path; undefined for a call that the description above does not have. */
export function operationOf(method: string, pathname: string): Operation | undefined {
  for (const [template, methods] of Object.entries<Record<string, unknown>>(API.paths)) {
    const match = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(
      pathname,
    );
    const pointer = `api#/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`;
    const found = methods[method.toLowerCase()] as Described | undefined;
    if (match !== null && found !== undefined) {
      return operation(found, { pointer, path: { ...match.groups } });
    }
  }
  return undefined;
}

interface Described {
  operationId: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: object;
  responses: Record<string, { content?: object }>;
}

function operation(
  { operationId, parameters, requestBody, responses }: Described,
  { pointer, path }: { pointer: string; path: Record<string, string> },
): Operation {
  const known = parameters.map((one) => ('$ref' in one ? resolved(one.$ref) : one));
  return {
    id: operationId,
    path,
    requestFaults: (query, body) => [
      ...parameterFaults(known, { query: Object.fromEntries(query), path }),
      ...(requestBody === undefined
        ? []
        : faults(`${pointer}/requestBody/content/application~1json/schema`, body)),
    ],
    responseFaults: (status, body) => {
      const response = responses[String(status)];
      if (response === undefined) return [`${operationId} has no answer ${status}`];
      if (response.content === undefined) return [];
      return faults(`${pointer}/responses/${status}/content/application~1json/schema`, body);
    },
  };
}

function parameterFaults(
  known: readonly Parameter[],
  given: { query: Record<string, string>; path: Record<string, string> },
): string[] {
  const unknown = Object.keys(given.query).filter(
    (name) => !known.some((one) => one.in === 'query' && one.name === name),
  );
  return [
    ...unknown.map((name) => `unknown query parameter ${name}`),
    ...known.flatMap((one) => {
      if (one.in === 'header') return [];
      const value = given[one.in][one.name];
      if (value === undefined) return one.required === true ? [`${one.name} is missing`] : [];
      const validate = ajv.compile({ type: 'object', properties: { value: one.schema } });
      return validate({ value }) ? [] : [`${one.name}: ${ajv.errorsText(validate.errors)}`];
    }),
  ];
}

function faults(pointer: string, body: unknown): string[] {
  const validate = ajv.getSchema(pointer);
  if (validate === undefined) throw new Error(`no schema at ${pointer}`);
  return validate(body) === true ? [] : [ajv.errorsText(validate.errors)];
}

function resolved(reference: string): Parameter {
  let at = API;
  for (const part of reference.slice(2).split('/')) at = at[part];
  return at;
}

/** An answer that GitHub publishes as an example. */
export function publishedExample(name: string): unknown {
  return structuredClone(API.components.examples[name].value);
}
