import type { ProcedureMeta } from '../http/trpc/trpc.ts';
import { appRouter } from './router.ts';

interface Procedure {
  _def: { meta?: ProcedureMeta };
}

const PROCEDURES = appRouter._def.procedures as unknown as Record<string, Procedure>;

const TEMPLATES = Object.values(PROCEDURES)
  .flatMap(({ _def }) => _def.meta?.openapi?.path ?? [])
  .map((path) => ({
    template: `/api${path}`,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`, 'i'),
  }))
  // `/tests/latest` would be found before `/tests/{testId}`.
  .toSorted((a, b) => a.names.length - b.names.length);

const QUESTIONS = Object.values(PROCEDURES).flatMap(({ _def: { meta } }) =>
  meta?.openapi?.method === 'GET' ? [{ meta, template: `/api${meta.openapi.path}` }] : [],
);

/** The meta of the procedure that answers a GET of this URL over REST. */
export function findRestMeta(url: string): ProcedureMeta | undefined {
  const [path = ''] = url.split('?');
  const template = findTemplate(path)?.template;
  return QUESTIONS.find((one) => one.template === template)?.meta;
}

/** The meta of the procedure at this URL over tRPC. */
export function findTrpcMeta(url: string): ProcedureMeta | undefined {
  const [path = ''] = url.split('?');
  const procedure = path.slice('/trpc/'.length);
  return Object.hasOwn(PROCEDURES, procedure) ? PROCEDURES[procedure]?._def.meta : undefined;
}

const findTemplate = (path: string) => TEMPLATES.find(({ pattern }) => pattern.test(path));

/**
 * The names of a path's parameters: `testId` for `/api/tests/0a1b…`. In the query they must be refused as unknown
 * parameters, because trpc-to-openapi would silently ignore them.
 */
export function getPathParameters(path: string): string[] {
  return findTemplate(path)?.names ?? [];
}

/**
 * The values of a path's parameters: `{ name: 'a/b' }` for `/api/projects/a%2Fb`. trpc-to-openapi leaves them
 * percent-encoded.
 */
export function parsePathValues(path: string): Record<string, string> {
  const { names = [], pattern } = findTemplate(path) ?? {};
  const values = pattern?.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(
    names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
}

/**
 * The template of a request's path: `/api/tests/{testId}`, or `/trpc/tests.get`. The plugins of REST and tRPC each
 * serve all their paths by one route, whose own path is the answer for an unknown one.
 */
export function deriveRouteTemplate({
  url,
  route,
}: {
  url: string;
  route: string | undefined;
}): string {
  const [path = ''] = url.split('?');
  if (route === '/api/*') return findTemplate(path)?.template ?? route;
  if (route?.startsWith('/trpc/') === true) {
    const procedure = path.slice('/trpc/'.length);
    return Object.hasOwn(PROCEDURES, procedure) ? path : route;
  }
  return route ?? 'none';
}
