import { openApiDocument } from '../../../apps/server/src/api/docs/openapi.ts';
import { appRouter } from '../../../apps/server/src/api/router.ts';
import type { Deps } from '../../../apps/server/src/deps.ts';
import type { CurlRequest } from './curl-request.ts';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
}

/** Addresses outside the OpenAPI document. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

// The document depends on nothing else of the server.
const { paths } = openApiDocument({ version: '', config: { baseUrl: '' } } as Deps) as {
  paths: Record<string, Record<string, Operation>>;
};

/** What the server would refuse about the request; undefined if it has such an operation and takes the body. */
export function findRequestMistake({ method, path, body }: CurlRequest): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (PROBES.includes(pathname)) return undefined;
  const below = pathname.startsWith('/api/') ? pathname.slice('/api'.length) : undefined;
  const known = Object.entries(paths).find(([template]) => below?.match(toPattern(template)));
  const operation = known?.[1][method.toLowerCase()];
  if (operation === undefined) return `the API has no ${method} ${path}`;
  const unknown = [...searchParams.keys()].find(
    (name) => operation.parameters?.some((one) => one.in === 'query' && one.name === name) !== true,
  );
  if (unknown !== undefined) return `${operation.operationId} has no parameter ${unknown}`;
  // A file is a snippet of its own.
  if (body === undefined || body.startsWith('@')) return undefined;
  return findBodyMistake(operation, JSON.parse(body));
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

interface Parser {
  safeParse: (value: unknown) => { error?: Error };
}

function findBodyMistake({ operationId }: Operation, body: unknown): string | undefined {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { inputs: Parser[] } } | undefined
  >;
  const [input] = procedures[operationId.replace('-', '.')]?._def.inputs ?? [];
  if (input === undefined) return `${operationId} takes no body`;
  return input.safeParse(body).error?.message;
}
