import { callTRPCProcedure, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import type { Principal, SignedInUser } from '../principal.ts';
import { createPrincipalScope } from '../db/scope.ts';
import { AccountAttempts } from '../http/limits/account-attempts.ts';
import { appRouter } from './router.ts';
import {
  adminProcedure,
  ingestProcedure,
  fullKeyProcedure,
  memberProcedure,
  ownerProcedure,
  publicProcedure,
  router,
  userProcedure,
  type Context,
  type Level,
} from '../http/trpc/trpc.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const LEVELS: readonly string[] = [
  'public',
  'user',
  'ingest',
  'member',
  'fullKey',
  'admin',
  'owner',
] satisfies Level[];

const levels = router({
  public: publicProcedure.query(({ ctx }) => ctx.scope?.organizationId ?? null),
  user: userProcedure.query(({ ctx }) => ctx.visitor.user.id),
  ingest: ingestProcedure.query(({ ctx }) => ctx.scope.organizationId),
  member: memberProcedure.query(({ ctx }) => ctx.scope.organizationId),
  fullKey: fullKeyProcedure.query(({ ctx }) => ctx.scope.organizationId),
  admin: adminProcedure.query(({ ctx }) => ctx.scope.organizationId),
  owner: ownerProcedure.query(({ ctx }) => ctx.scope.organizationId),
});

describe('the level', () => {
  it('is in the meta of the procedure', () => {
    expect(levelsOf(levels)).toEqual([
      { path: 'public', level: 'public' },
      { path: 'user', level: 'user' },
      { path: 'ingest', level: 'ingest' },
      { path: 'member', level: 'member' },
      { path: 'fullKey', level: 'fullKey' },
      { path: 'admin', level: 'admin' },
      { path: 'owner', level: 'owner' },
    ]);
  });

  it.each([
    [
      'nobody',
      { public: 200, user: 401, ingest: 401, member: 401, fullKey: 401, admin: 401, owner: 401 },
    ],
    [
      'ingest',
      { public: 200, user: 403, ingest: 200, member: 403, fullKey: 403, admin: 403, owner: 403 },
    ],
    [
      'apiKey',
      { public: 200, user: 403, ingest: 200, member: 200, fullKey: 200, admin: 403, owner: 403 },
    ],
    [
      'member',
      { public: 200, user: 200, ingest: 200, member: 200, fullKey: 403, admin: 403, owner: 403 },
    ],
    [
      'admin',
      { public: 200, user: 200, ingest: 200, member: 200, fullKey: 200, admin: 200, owner: 403 },
    ],
    [
      'owner',
      { public: 200, user: 200, ingest: 200, member: 200, fullKey: 200, admin: 200, owner: 200 },
    ],
  ] as const)('decides what %s may call', async (role, expected) => {
    const caller = levels.createCaller(contextOf(role));
    const status: Record<string, number> = {};
    for (const { path } of levelsOf(levels)) {
      status[path] = await caller[path as Level]().then(() => 200, statusOf);
    }
    expect(status).toEqual(expected);
  });

  it('is named in the refusal, with the role of who asks', async () => {
    const refusals = [];
    for (const role of ['member', 'apiKey'] as const) {
      const refusal = await levels
        .createCaller(contextOf(role))
        .admin()
        .catch((error: unknown) => error);
      refusals.push((refusal as TRPCError).message);
    }
    expect(refusals).toEqual([
      "This requires the role 'admin', and 'someone' has the role 'member'. Ask an admin or owner of the organization.",
      "This requires the role 'admin', and 'someone' is an API key. Ask an admin or owner of the organization.",
    ]);
  });
});

describe('of the service', () => {
  it.each(levelsOf(appRouter))('$path is for the level $level', async ({ path, level }) => {
    expect(LEVELS).toContain(level);
    // None of the roles below the level may get as far as the check of the input.
    const refused = Object.entries(REFUSED[level as Level]);
    const statuses = refused.map(async ([role]) => [
      role,
      await call(path, contextOf(role as Caller)).then(() => 200, statusOf),
    ]);
    expect(await Promise.all(statuses)).toEqual(refused);
  });
});

it('lets a replica answer every question of an organization but these, whose data has no revision', () => {
  const record: object = appRouter._def.procedures;
  const procedures = Object.entries(record) as [
    path: string,
    { _def: { type: string; meta?: { level?: string; data?: true } } },
  ][];
  const marked = procedures.filter(([, { _def }]) => _def.meta?.data === true);
  expect(marked.filter(([, { _def }]) => _def.type !== 'query')).toEqual([]);
  const others = procedures.filter(
    ([, { _def }]) =>
      _def.type === 'query' &&
      _def.meta?.data !== true &&
      !['public', 'user'].includes(_def.meta?.level ?? ''),
  );
  expect(others.map(([path]) => path)).toMatchInlineSnapshot(`
    [
      "apiKeys.list",
      "apiKeys.firstUse",
      "auditLog.list",
      "members.list",
      "members.invitations",
      "notices.list",
      "settings.retention",
      "settings.previewRetention",
      "settings.usage",
      "webhooks.list",
      "webhooks.get",
      "webhooks.deliveries",
      "webhooks.delivery",
      "whoami.get",
    ]
  `);
});

/** The callers that a level refuses, with the status. */
const REFUSED: Record<Level, Partial<Record<Caller, number>>> = {
  public: {},
  user: { nobody: 401, ingest: 403, apiKey: 403 },
  ingest: { nobody: 401 },
  member: { nobody: 401, ingest: 403 },
  fullKey: { nobody: 401, ingest: 403, member: 403 },
  admin: { nobody: 401, ingest: 403, apiKey: 403, member: 403 },
  owner: { nobody: 401, ingest: 403, apiKey: 403, member: 403, admin: 403 },
};

/** The procedures of a router. `level` is 'none' for a procedure without one. */
function levelsOf({ _def }: { _def: { procedures: object } }): { path: string; level: string }[] {
  const procedures = Object.entries(_def.procedures) as [
    path: string,
    { _def: { meta?: { level?: string } } },
  ][];
  return procedures.map(([path, { _def }]) => ({ path, level: _def.meta?.level ?? 'none' }));
}

/** Calls a procedure of the service without input. */
async function call(path: string, context: Context): Promise<unknown> {
  return callTRPCProcedure({
    router: appRouter,
    path,
    ctx: context,
    getRawInput: () => Promise.resolve(undefined),
    type: 'query',
    allowMethodOverride: true,
    signal: undefined,
    batchIndex: 0,
  });
}

const SOMEONE: SignedInUser = {
  id: 'some user',
  email: 'someone',
  name: 'Someone',
  sessionId: 'some id',
  organizationId: null,
  mustChangePassword: false,
  address: '127.0.0.1',
};

type Caller = Principal['role'] | 'ingest' | 'nobody';

function contextOf(role: Caller): Context {
  return {
    deps: server.deps,
    scope:
      role === 'nobody' ? null : createPrincipalScope(server.deps.database, principalWith(role)),
    visitor: {
      deps: server.deps,
      user: ['member', 'admin', 'owner'].includes(role) ? SOMEONE : null,
      address: '127.0.0.1',
      attempts: new AccountAttempts(server.deps.clock),
    },
    idempotencyKey: undefined,
    enter: async () => ({ grow: () => {}, shrinkTo: () => {}, release: () => {} }),
    retryAfter: () => {},
    logError: () => {},
    inputSchemaOf: () => undefined,
  };
}

function principalWith(role: Exclude<Caller, 'nobody'>): Principal {
  const credential = {
    id: 'some id',
    name: 'someone',
    organizationId: server.organizationId,
    readsPerMinute: 1,
    writesPerMinute: 1,
    expiresAt: null,
    address: '127.0.0.1',
    dataRevision: 0,
  };
  const key = {
    kind: 'apiKey',
    role: 'apiKey',
    bounds: null,
    organizationName: 'Default',
  } as const;
  if (role === 'ingest') return { ...credential, ...key, scope: 'ingest' };
  return role === 'apiKey'
    ? { ...credential, ...key, scope: 'full' }
    : { ...credential, kind: 'session', role, userId: 'some user', via: 'bearer' };
}

function statusOf(error: unknown): number {
  if (!(error instanceof TRPCError)) throw error;
  return getHTTPStatusCodeFromError(error);
}
