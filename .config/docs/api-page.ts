import { openApiDocument } from '../../apps/server/src/api/docs/openapi.ts';
import { appRouter } from '../../apps/server/src/api/router.ts';
import type { Deps } from '../../apps/server/src/deps.ts';
import type { Level } from '../../apps/server/src/http/trpc/trpc.ts';

/** `docs/read/api.md`: every operation of the OpenAPI document, a table for each tag. */
export function renderApiPage(): string {
  const tables = [...Map.groupBy(listOperations(), ({ tag }) => tag)].map(
    ([tag, operations]) => `## ${tag}

| method | path | what it does | who |
| ------ | ---- | ------------ | --- |
${operations.map(({ method, path, summary, who }) => `| \`${method}\` | \`${path}\` | ${summary} | ${who} |`).join('\n')}`,
  );
  return `---
title: The API
description: Every operation of the REST API with its method, path and the scope that it needs.
---

For people who write programs against svc. This page is generated from the server's OpenAPI document: do not edit it,
run \`pnpm docs:pages\`.

Your server has the full reference, with all parameters and schemas: \`/api/docs\` to read and try, and
\`/api/openapi.json\` (OpenAPI 3.1) for generators. [What each number means](definitions.md) has the formulas.

\`\`\`sh
curl -H "Authorization: Bearer $SVC_API_KEY" "$SVC_URL/api/executions?limit=1"
\`\`\`

A successful answer is \`{"success": true, "data": …}\`, an error \`{"success": false, "error": {"code", "message"}}\`.
Lists have \`items\`; their next page is the same request with the \`nextCursor\` of the answer as \`cursor\`. Paths
below begin with \`/api\`. The column "who" has the least that a caller needs:

| who      | meaning                                                                    |
| -------- | -------------------------------------------------------------------------- |
| \`ingest\` | any API key; one with the scope \`ingest\` sees only what it uploaded itself |
| \`full\`   | an API key with the scope \`full\`, or any member of the organization       |
| \`write\`  | an API key with the scope \`full\`, or an admin or owner                    |
| \`admin\`  | the session of an admin or owner; no API key                               |

${tables.join('\n\n')}

## For monitoring

These addresses are outside \`/api\` and need no key: \`/healthz\`, \`/readyz\` and \`/metrics\` (Prometheus).
`;
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
