import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createScope } from '../../src/db/scope.ts';
import { settleExecutions } from '../../src/executions/life-cycle/settle-executions.ts';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import { beginDeviceSignIn, showDeviceSignIn } from '../../src/people/account/device-sign-in.ts';
import { claimMails } from '../../src/people/mail/mails.queries.ts';
import { queueMail } from '../../src/people/mail/queue-mail.ts';
import { DatabaseClock } from '../../src/process/database-clock.ts';
import { readDatabaseTime } from '../../src/process/database-time.queries.ts';
import { makeUpload } from '../make.ts';
import { startApp, type RunningApp } from '../running-app.ts';
import { makeDatabase } from '../test-database.ts';

const MINUTES = 60_000;

let ahead: RunningApp;
let behind: RunningApp;
let apiKey: string;
const warnings: string[] = [];
let drop: () => Promise<void>;

/** A server whose machine is so many minutes ahead of the database. */
async function startAhead(databaseUrl: string, minutes: number): Promise<RunningApp> {
  const env = {
    SVC_SETTLE_SECONDS: '60',
    SVC_SMTP_URL: 'smtp://localhost:1',
    SVC_MAIL_FROM: 'svc@svc.test',
  };
  return startApp(databaseUrl, env, async ({ essential }) => {
    const startedAt = (await readDatabaseTime(essential)) - performance.now();
    const machine: Clock = {
      now: () => new Date(startedAt + performance.now() + minutes * MINUTES),
    };
    const clock = new DatabaseClock({
      database: essential,
      machine,
      warn: (line) => warnings.push(line),
    });
    await clock.adjust();
    return clock;
  });
}

beforeAll(async () => {
  const made = await makeDatabase();
  drop = made.drop;
  ahead = await startAhead(made.databaseUrl, 10);
  behind = await startAhead(made.databaseUrl, 0);
  const { deps } = behind;
  const organizationId = deps.random.id();
  await deps.database.query(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, now())',
    [organizationId, 'Default'],
  );
  const scope = createScope(deps.database, organizationId);
  apiKey = (await createApiKey(deps, scope, { name: 'test', createdBy: null })).text;
});
afterAll(async () => {
  await ahead.close();
  await behind.close();
  await drop();
});

const bothWays = [
  ['ahead', 'behind'],
  ['behind', 'ahead'],
] as const;
const servers = () => ({ ahead, behind });

it('warns at the start of the server whose machine is ten minutes ahead, and not of the other', () => {
  expect(warnings).toEqual([
    "svc: the clock of this machine is 10 m 00 s ahead of the database's. This server uses the database's time; synchronise both clocks.",
  ]);
});

it('has the same time on both', () => {
  const differenceMs = ahead.deps.clock.now().getTime() - behind.deps.clock.now().getTime();
  expect(Math.abs(differenceMs)).toBeLessThan(2_000);
});

it.each(bothWays)(
  'sends a mail of the one %s at once from the one %s, and once',
  async (of, by) => {
    const from = servers()[of].deps;
    const sending = servers()[by].deps;
    await from.database.transaction((transaction) =>
      queueMail(from, transaction, {
        recipient: `${of}@svc.test`,
        content: { kind: 'password-reset' },
      }),
    );
    // Two clocks differ by less than two seconds.
    await vi.waitFor(async () => {
      const claimed = await claimMails(sending.database, sending.clock.now(), 10);
      expect(claimed.map(({ recipient }) => recipient)).toEqual([`${of}@svc.test`]);
    }, 5_000);
    // The lease of the claim is a minute.
    expect(await claimMails(from.database, from.clock.now(), 10)).toEqual([]);
  },
);

it.each(bothWays)('signs a device in that began at the one %s with the one %s', async (of, by) => {
  const begun = await beginDeviceSignIn(
    servers()[of].deps,
    { device: 'laptop', program: 'svc' },
    '127.0.0.1',
  );
  expect(await showDeviceSignIn(servers()[by].deps, begun.userCode)).toMatchObject({
    device: 'laptop',
  });
});

it.each(bothWays)(
  'settles an upload to the one %s after its time on the one %s',
  async (of, by) => {
    const { app, deps } = servers()[of];
    const startedAt = new Date(deps.clock.now().getTime() - MINUTES).toISOString();
    const stored = await app.inject({
      method: 'POST',
      url: '/api/ingest',
      headers: { authorization: `Bearer ${apiKey}` },
      payload: makeUpload({ execution: { startedAt } }),
    });
    expect(stored.statusCode).toBe(200);
    const { database, clock } = servers()[by].deps;
    expect(await settleExecutions({ database, clock })).toBe(0);
    const later: Clock = { now: () => new Date(clock.now().getTime() + 2 * MINUTES) };
    expect(await settleExecutions({ database, clock: later })).toBe(1);
  },
);
