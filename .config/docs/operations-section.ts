import { openApiDocument } from '../../apps/server/src/api/docs/openapi.ts';
import { appRouter } from '../../apps/server/src/api/router.ts';
import type { Deps } from '../../apps/server/src/deps.ts';
import type { Level } from '../../apps/server/src/http/trpc/trpc.ts';

/** Every operation of the OpenAPI document: a table for each tag. */
export function renderOperations(): string {
  return [...Map.groupBy(listOperations(), ({ tag }) => tag)]
    .map(
      ([tag, operations]) => `## ${tag}

| method | path | what it does | who |
| ------ | ---- | ------------ | --- |
${operations.map(({ method, path, summary, who }) => `| \`${method}\` | \`${path}\` | ${summary} | ${who} |`).join('\n')}`,
    )
    .join('\n\n');
}

interface Operation {
  tag: string;
  method: string;
  path: string;
  summary: string;
  who: string;
}

function listOperations(): Operation[] {
  // The document depends on nothing else of the server.
  const deps = { version: '', config: { baseUrl: '' } } as Deps;
  const { paths } = openApiDocument(deps) as {
    paths: Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, tags }]) => ({
      tag: tags[0] ?? 'Other',
      method: method.toUpperCase(),
      path,
      summary,
      who: describeLevel(operationId),
    })),
  );
}

const WHO: Partial<Record<Level, string>> = {
  ingest: '`ingest`',
  member: '`full`',
  fullKey: '`write`',
  admin: '`admin`',
};

function describeLevel(operationId: string): string {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: { level?: Level } } } | undefined
  >;
  const level = procedures[operationId.replace('-', '.')]?._def.meta?.level;
  const who = level === undefined ? undefined : WHO[level];
  if (who === undefined) throw new Error(`no level for ${operationId}`);
  return who;
}
