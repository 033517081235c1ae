import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildReadAddress, buildUploadAddress } from '../../src/artifacts/signed-address.ts';
import { createScope } from '../../src/db/scope.ts';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { testClock } from '../clock.ts';
import { makeUpload, settle, upload } from '../make.ts';
import { PROCEDURES, type ProcedureFacts } from '../procedures.ts';
import { signInAs } from '../sign-in-as.ts';
import { send, surfacesOf, type Answer, type Caller, type Role } from './caller.ts';
import {
  NOTHING,
  plantOrganization,
  type PlantedOrganization,
  type References,
} from './planted-organization.ts';
import { PROCEDURE_INPUTS, type Case } from './procedure-inputs.ts';

let server: TestApp;
let theirs: PlantedOrganization;
/** Every kind of credential of another organization. */
let callers: Caller[];
let before: Record<string, string>;

beforeAll(async () => {
  server = await makeOwnApp({ because: 'reads every table' });
  const base = await server.listen();
  theirs = await plantOrganization(server, base);
  callers = await makeCallers();
  // Two calls are compared, and answers have the time.
  server.setNow(testClock.now());
  before = await rowsOf(theirs.references);
});
afterAll(() => server.close());

async function makeCallers(): Promise<Caller[]> {
  const { organizationId, apiKey } = await server.makeOrganization('Mine');
  await upload({ app: server.app, apiKey }, makeUpload());
  await settle(server);
  const scope = createScope(server.deps.database, organizationId);
  const made: Caller[] = [{ role: 'nobody', token: null }];
  for (const keyScope of ['ingest', 'full'] as const) {
    const key = { name: keyScope, scope: keyScope, createdBy: null };
    const { text } = await createApiKey(server.deps, scope, key);
    made.push({ role: `${keyScope} key`, token: text });
  }
  for (const role of ['member', 'admin', 'owner'] as const) {
    const { token } = await signInAs(server, organizationId, role);
    made.push({ role, token });
  }
  // The first use of a key is written after its request.
  for (const caller of made) await send(server, caller, { url: '/api/whoami' });
  await vi.waitUntil(
    async () => {
      const unused = await server.deps.database.query(
        'SELECT FROM api_keys WHERE last_used_at IS NULL AND (organization_id = $1 OR id = $2)',
        [organizationId, theirs.references.keyId],
      );
      return unused.length === 0;
    },
    { timeout: 10_000 },
  );
  return made;
}

/** A digest of the rows of each table that name the organization or its member. */
async function rowsOf({
  organizationId,
  userId,
}: Pick<References, 'organizationId' | 'userId'>): Promise<Record<string, string>> {
  const { database } = server.deps;
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ digest: string | null }>(
      `SELECT md5(string_agg(line::text, ' ' ORDER BY line::text)) AS digest
       FROM ${name} AS line
       WHERE line::text LIKE ANY (ARRAY['%' || $1 || '%', '%' || $2 || '%'])`,
      [organizationId, userId],
    );
    if (row?.digest != null) digests[name] = row.digest;
  }
  return digests;
}

/** The answer, in which ids that do not exist replace the other organization's. */
function asForNothing(text: string): string {
  const { number: _, ...texts } = theirs.references;
  const names = Object.keys(texts) as (keyof typeof texts)[];
  return names
    .toSorted((a, b) => texts[b].length - texts[a].length)
    .reduce((answer, name) => answer.replaceAll(texts[name], () => NOTHING[name]), text);
}

/** Without the size of the database, which grows by itself. */
function steady(text: string): string {
  return text.replaceAll(/"databaseBytes":\d+/g, '"databaseBytes":0');
}

/** Texts of the other organization that the request did not contain. */
function leaksIn({ text }: Answer, input: unknown): string[] {
  const { executionId, otherExecutionId, resultId, testId, artifactId, projectId } =
    theirs.references;
  const { keyId, userId, email, organizationId, fingerprint, sessionId, invitationId, analysisId } =
    theirs.references;
  const { webhookId, deliveryId, entryId } = theirs.references;
  const ids = [executionId, otherExecutionId, resultId, testId, artifactId, projectId];
  const sent = JSON.stringify(input);
  return [
    ...theirs.secrets,
    ...ids,
    keyId,
    userId,
    email,
    organizationId,
    fingerprint,
    sessionId,
    invitationId,
    analysisId,
    webhookId,
    deliveryId,
    entryId,
  ].filter((secret) => text.includes(secret) && !sent.includes(secret));
}

function casesOf(path: string, of: References): Case[] {
  const inputs = PROCEDURE_INPUTS[path];
  if (inputs === undefined) {
    throw new Error(`add what to call '${path}' with to test/tenants/procedure-inputs.ts`);
  }
  return inputs(of);
}

/** The roles that a level refuses, with the status. */
const REFUSED: Record<string, Partial<Record<Role, number>>> = {
  public: {},
  user: { nobody: 401, 'ingest key': 403, 'full key': 403 },
  ingest: { nobody: 401 },
  member: { nobody: 401, 'ingest key': 403 },
  fullKey: { nobody: 401, 'ingest key': 403, member: 403 },
  admin: { nobody: 401, 'ingest key': 403, 'full key': 403, member: 403 },
  owner: { nobody: 401, 'ingest key': 403, 'full key': 403, member: 403, admin: 403 },
};

/** What a caller gets who may not call a procedure of this level; null for one who may. */
function refusedWith({ role }: Caller, level: string): number | null {
  const refused = REFUSED[level];
  if (refused === undefined) throw new Error(`add the level '${level}' to REFUSED`);
  return refused[role] ?? null;
}

/** Those last that add something, because they change what the others answer. */
const creates = ({ path }: ProcedureFacts): boolean =>
  PROCEDURE_INPUTS[path]?.(NOTHING).some((one) => one.creates === true) === true;
const IN_ORDER = PROCEDURES.toSorted((a, b) => Number(creates(a)) - Number(creates(b)));

describe.each(IN_ORDER)('$path', (procedure) => {
  it("answers every role for another organization's things as for nothing", async () => {
    const { path, level } = procedure;
    const cases = casesOf(path, theirs.references);
    const ofNothing = casesOf(path, NOTHING);
    expect(cases.length).toBeGreaterThan(0);
    for (const surface of surfacesOf(server, procedure)) {
      for (const [index, one] of cases.entries()) {
        const { input, status, statusOf, creates, endsAccess, by } = one;
        const asking = endsAccess === true ? await makeCallers() : callers;
        for (const caller of asking.filter(({ role }) => by?.includes(role) !== false)) {
          const facts = { surface: surface.name, input, role: caller.role };
          const answer = await surface.call(caller, input);
          const refused = refusedWith(caller, level);
          // A key that may only upload reads what it uploaded.
          const isForeign =
            refused === null &&
            level === 'ingest' &&
            caller.role === 'ingest key' &&
            status === 404;
          const expected = refused ?? (isForeign ? 403 : (statusOf?.[caller.role] ?? status));
          expect({ ...facts, leaks: leaksIn(answer, input) }).toEqual({ ...facts, leaks: [] });
          // A second key of the same name is refused.
          const isTaken = creates === true && answer.status === 409;
          if (!isTaken) {
            expect({ ...facts, status: answer.status }).toEqual({ ...facts, status: expected });
          }
          if (creates === true && refused === null) continue;
          const nothing = await surface.call(caller, ofNothing[index]?.input ?? {});
          expect({ ...facts, text: asForNothing(steady(answer.text)) }).toEqual({
            ...facts,
            text: steady(nothing.text),
          });
        }
      }
    }
  });
});

it('has no inputs for procedures that do not exist', () => {
  const paths = new Set(PROCEDURES.map(({ path }) => path));
  expect(Object.keys(PROCEDURE_INPUTS).filter((path) => !paths.has(path))).toEqual([]);
});

it('exports only the own audit log', async () => {
  for (const caller of callers) {
    const answer = await send(server, caller, { url: '/api/audit-log.csv' });
    const refused = refusedWith(caller, 'admin');
    expect([caller.role, answer.status, leaksIn(answer, '')]).toEqual([
      caller.role,
      refused ?? 200,
      [],
    ]);
  }
});

it("signs addresses for the organization's own artifacts only", async () => {
  const { artifactId, organizationId } = theirs.references;
  const [mine] = await server.deps.database.query<{ id: string }>(
    'SELECT organization_id AS id FROM organizations WHERE organization_id <> $1 LIMIT 1',
    [organizationId],
  );
  for (const [method, addressOf] of [
    ['GET', buildReadAddress],
    ['PUT', buildUploadAddress],
  ] as const) {
    const statuses: number[] = [];
    for (const id of [artifactId, NOTHING.artifactId]) {
      const address = { organizationId: mine?.id ?? '', artifactId: id };
      const { url } = addressOf(server.deps.config, address, testClock.now());
      const { pathname, search } = new URL(url);
      const own = await send(server, { token: null }, { method, url: pathname + search });
      statuses.push(own.status);
      const forged = search.replace(/organization=[^&]*/, `organization=${organizationId}`);
      const other = await send(server, { token: null }, { method, url: pathname + forged });
      statuses.push(other.status);
    }
    expect([method, statuses]).toEqual([method, [404, 403, 404, 403]]);
  }
});

it('has changed nothing of the other organization', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['users', 'accounts', 'sessions']));
  expect(await rowsOf(theirs.references)).toEqual(before);
});

it('answers the owner of these things, so that the comparisons above prove something', async () => {
  const owner = { token: theirs.token };
  const withSecrets: string[] = [];
  for (const path of Object.keys(PROCEDURE_INPUTS)) {
    const procedure = PROCEDURES.find((one) => one.path === path);
    if (procedure === undefined) continue;
    const [surface] = surfacesOf(server, procedure);
    for (const { input, creates, endsAccess, isRefusal } of casesOf(path, theirs.references)) {
      if (endsAccess === true || isRefusal === true) continue;
      const answer = await surface?.call(owner, input);
      // The planted idempotency key is taken by another body.
      const isTaken = creates === true && answer?.status === 409;
      const status = isTaken ? 200 : answer?.status;
      expect({ path, input, status }).toEqual({ path, input, status: 200 });
      if (leaksIn(answer ?? { status: 0, text: '' }, input).length > 0) withSecrets.push(path);
    }
  }
  const silent = PROCEDURES.filter(
    ({ path, type }) => type === 'query' && !withSecrets.includes(path),
  );
  // Their answers have figures, files, and names that requests contain. An invitation needs its secret link.
  expect(silent.map(({ path }) => path).toSorted()).toEqual([
    'account.deviceSignIn',
    'account.invitation',
    'fileDurations.list',
    'filters.options',
    'metrics.get',
    'notices.list',
    'settings.gate',
    'settings.previewRetention',
    'settings.retention',
    'settings.usage',
    'trends.get',
    'webhooks.delivery',
  ]);
});
