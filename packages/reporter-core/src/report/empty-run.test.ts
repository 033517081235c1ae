import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeReport, makeSession } from '../../test/runs/make-run.ts';
import { findUnusedAddress, startSink } from '../../test/servers/sink-server.ts';
import { readSpoolFile } from '../spool/spool-file.ts';
import { listUnsentFiles } from '../spool/spool.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { RunReport } from './run-report.ts';

const EMPTY = makeReport([]);
const WARNING =
  'svc: warning: saw no test in this run. If there were some, check how the reporter is set up.';
const GITLAB = { GITLAB_CI: 'true', CI_PIPELINE_ID: '7' };

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-empty-')));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a run without tests and errors', () => {
  it('is not sent, and onUpload learns it', async () => {
    await using sink = await startSink();
    let outcome: RunOutcome | undefined;
    const onUpload = (received: RunOutcome) => {
      outcome = received;
    };
    const { session, lines } = makeSession(folder, { url: sink.url, onUpload });
    await session.finish(() => EMPTY);
    expect(sink.uploads).toEqual([]);
    expect(lines).toEqual([
      'svc: nothing sent: saw no test in this run. If there were some, check how the reporter is set up.',
    ]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'empty', resend: false } });
  });

  it('is not saved when a signal ends it', () => {
    const { session, lines } = makeSession(folder, {});
    session.leave(() => EMPTY);
    expect(lines).toEqual([
      'svc: this run was interrupted before its first test. Nothing to send.',
    ]);
    expect(existsSync(join(folder, 'node_modules', '.cache', 'svc'))).toBe(false);
  });

  it.each([
    ['a shard, which may well be empty', { shard: { index: 2, total: 2 } }, GITLAB, []],
    ['a merged report', { merged: true }, GITLAB, [WARNING]],
    ['the only shard', { shard: { index: 1, total: 1 } }, GITLAB, [WARNING]],
    // The job may have failed in the first attempt.
    [
      'a job of a re-run',
      {},
      { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '7', GITHUB_RUN_ATTEMPT: '2' },
      [WARNING],
    ],
  ])('is sent as %s, because the server waits for it', async (_, more, env, warnings) => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url }, env);
    await session.finish(() => emptyWith(more));
    expect(sink.uploads).toHaveLength(1);
    expect(lines).toEqual([...warnings, expect.stringMatching(/^svc: sent 0 tests to /)]);
  });
});

describe('a run without tests, but with an error', () => {
  const broken = emptyWith({ status: 'failed', errors: [{ message: 'no database' }] });

  it('is sent as failed, and the line counts tests and errors', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    await session.finish(() => broken);
    expect(sink.uploads[0]?.body.execution.status).toBe('failed');
    expect(lines).toEqual([
      expect.stringMatching(/^svc: sent 0 tests, 1 error outside of test files, to /),
    ]);
  });

  it('is saved when a signal ends it', async () => {
    const { session, lines } = makeSession(folder, { url: await findUnusedAddress() });
    session.leave(() => broken);
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: this run was interrupted\. 0 tests, 1 error saved to (\S+)\/[^/]+; the next run or 'npx @svc\/cli upload \1' will send it\.$/,
      ),
    ]);
    const [path = ''] = await listUnsentFiles(folder);
    expect((await readSpoolFile(path))?.body.execution.errors).toHaveLength(1);
  });
});

function emptyWith(more: Partial<RunReport['execution']>): RunReport {
  return { ...EMPTY, execution: { ...EMPTY.execution, ...more } };
}
