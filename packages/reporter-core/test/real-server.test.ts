import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import type { Artifact } from '../src/report/artifact.ts';
import { sendSpool } from '../src/spool/send-spool.ts';
import { writeSpool } from '../src/spool/spool.ts';
import { upload } from '../src/upload/upload.ts';
import { makeBody, makeReport, makeResult, makeSession } from './runs/make-run.ts';
import { readOnlyExecution } from './servers/read-execution.ts';

// Each test waits for a server, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '4242',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'test',
  GITHUB_REPOSITORY: 'acme/shop',
};

let server: SharedServer;
let folder: string;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-real-')));
  mkdirSync(join(folder, 'node_modules'));
  server = await joinServer();
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('legs of a CI matrix on a real server', () => {
  const SENT = expect.stringMatching(/^svc: sent 1 result to /);

  it('are reported as indistinguishable in one line, which names SVC_LEG', async () => {
    expect(await linesOf({})).toEqual([SENT]);
    expect(await linesOf({})).toEqual([
      'svc: warning: Another part of this execution has results of the same tests, and nothing tells the two apart. If they are legs of a CI matrix, set SVC_LEG to a different value in each.',
      SENT,
    ]);
  });

  it('are fine with SVC_LEG, as are packages with tests of their own', async () => {
    const env = { GITHUB_RUN_ID: '4243' };
    expect(await linesOf({ ...env, SVC_LEG: 'mysql' })).toEqual([SENT]);
    expect(await linesOf({ ...env, SVC_LEG: 'postgres' })).toEqual([SENT]);
    expect(await linesOf({ ...env, SVC_LEG: 'postgres' }, 'ships')).toEqual([SENT]);
  });
});

describe('artifacts on a real server', () => {
  it('can be read back, the same content sent once', async () => {
    writeFileSync(join(folder, 'shot.png'), 'pixels');
    writeFileSync(join(folder, 'again.png'), 'pixels');
    const results = [makeResult('pays'), makeResult('ships')];
    const { url, apiKey } = server;
    const { session, lines } = makeSession(folder, { url, apiKey, uploadBudgetMs: 60_000 });
    await session.finish(() =>
      makeReport(
        results,
        results.flatMap((result) => [
          { result, name: 'shot', content: { path: 'shot.png' } },
          { result, name: 'again', content: { path: 'again.png' } },
          { result, name: 'empty.log', content: { bytes: new Uint8Array() } },
        ]),
      ),
    );
    expect(lines).toEqual([expect.stringMatching(/ #1; 2 artifacts \(6 B\) sent$/)]);
    const { artifacts } = await readOnlyExecution(server);
    expect(artifacts.map(({ name, kind, state }) => `${name} ${kind} ${state}`).sort()).toEqual([
      'again screenshot stored',
      'again screenshot stored',
      'empty.log log stored',
      'empty.log log stored',
      'shot screenshot stored',
      'shot screenshot stored',
    ]);
    expect(new Set(await Promise.all(artifacts.map(contentOf)))).toEqual(new Set(['pixels', '']));
  });

  it('follow a run that had arrived without them, which stays one execution', async () => {
    const { url, apiKey } = server;
    const target = { url, apiKey };
    const path = join(folder, 'trace.zip');
    writeFileSync(path, 'trace');
    const description = {
      clientId: 'ab12cd34-1',
      name: 'trace',
      kind: 'trace' as const,
      contentType: 'application/zip',
      sizeBytes: 5,
    };
    const body = makeBody('cut off');
    for (const result of body.results) result.artifacts = [description];
    expect(await upload(body, target, { budgetMs: 60_000 })).toMatchObject({ ok: true });

    const artifacts: Artifact[] = [{ description, content: { path }, shownAs: 'trace.zip' }];
    const savedAt = '2026-11-20T10:00:00.000Z';
    const kept = writeSpool({ savedAt, url, body, hasArrived: true }, folder, { artifacts });
    expect(kept).toMatchObject({ ok: true, artifacts: 1 });
    rmSync(path);
    expect(await sendSpool(folder, target, { budgetMs: 60_000 })).toEqual({
      sent: 0,
      artifacts: 1,
      left: 0,
      elsewhere: [],
      failures: [],
    });

    const execution = await readOnlyExecution(server);
    expect(execution.results).toHaveLength(1);
    expect(execution.artifacts).toMatchObject([{ name: 'trace', state: 'stored' }]);
    const [artifact] = execution.artifacts;
    expect(artifact && (await contentOf(artifact))).toBe('trace');
    expect(readdirSync(join(folder, 'node_modules', '.cache', 'svc'))).toEqual([]);
  });
});

async function contentOf({ url }: { url: string | null }): Promise<string> {
  const response = await fetch(url ?? '');
  return response.text();
}

async function linesOf(env: Record<string, string>, title = 'pays'): Promise<string[]> {
  const { url, apiKey } = server;
  const { session, lines } = makeSession(folder, { url, apiKey }, { ...GITHUB, ...env });
  await session.finish(() => makeReport([makeResult(title, 'passed')]));
  return lines;
}
