import type { OpenApiMeta } from 'trpc-openapi';
import { appRouter } from '../trpc/router.ts';

/**
 * The names of a path's parameters: `testId` for `/api/tests/0a1b…`. In the query they must be refused as unknown
 * parameters, because trpc-to-openapi would silently ignore them.
 */
export function pathParametersOf(path: string): string[] {
  const template = TEMPLATES.find(({ pattern }) => pattern.test(path));
  return template === undefined ? [] : template.names;
}

interface Procedure {
  _def: { meta?: OpenApiMeta };
}

const TEMPLATES = Object.values(appRouter._def.procedures as unknown as Record<string, Procedure>)
  .flatMap(({ _def }) => _def.meta?.openapi?.path ?? [])
  .filter((path) => path.includes('{'))
  .map((path) => ({
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
