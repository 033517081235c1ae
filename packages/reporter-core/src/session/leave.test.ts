import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { accept, API_KEY, fail, startSink } from '../../test/servers/sink-server.ts';
import { readSpoolFile, type SpooledRun } from '../spool/spool.ts';

let folder: string;
let spool: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-leave-')));
  mkdirSync(join(folder, 'node_modules'));
  spool = join(folder, 'node_modules', '.cache', 'svc');
});
afterEach(() => rmSync(folder, { recursive: true }));

const makeRun = () => makeReport([makeResult('adds up', 'passed')]);

/** A reporter calls `leave` from its signal listener. */
describe('a signal', () => {
  it('takes the whole run when it comes during the upload', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    sink.behave((response, upload) => {
      session.leave(makeRun);
      accept(response, upload);
    });
    await session.finish(makeRun);
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: the upload of this run was interrupted\. 1 result saved to \S+; the next run or /,
      ),
    ]);
    expect((await readKept()).body).toEqual(sink.uploads[0]?.body);
  });

  it('reports a sent run when it comes while saved runs are sent', async () => {
    await using sink = await startSink();
    sink.behave(fail(401, 'UNAUTHORIZED'));
    await makeSession(folder, { url: sink.url }).session.finish(makeRun);
    const { session, lines } = makeSession(folder, { url: sink.url });
    sink.behave(accept, (response, upload) => {
      session.leave(makeRun);
      accept(response, upload);
    });
    await session.finish(makeRun);
    expect(sink.uploads).toHaveLength(3);
    expect(lines).toEqual([expect.stringMatching(/^svc: sent 1 result to \S+ #812$/)]);
  });
});

describe('a saved run', () => {
  it('is sent by the next run under the key of the first try, and then the spool is empty', async () => {
    await using sink = await startSink();
    sink.behave(fail(401, 'UNAUTHORIZED'), accept);
    await makeSession(folder, { url: sink.url }).session.finish(makeRun);
    expect(readdirSync(spool)).toHaveLength(1);

    const second = makeSession(folder, { url: sink.url });
    await second.session.finish(makeRun);
    expect(second.lines).toEqual([
      expect.stringMatching(/^svc: sent 1 result to .* #812; also sent 1 saved run$/),
    ]);
    expect(readdirSync(spool)).toEqual([]);
    const [refused, own, resent] = sink.uploads;
    expect(resent).toEqual(refused);
    expect(own?.idempotencyKey).not.toBe(refused?.idempotencyKey);
  });

  it('never holds the key', async () => {
    const url = 'http://127.0.0.1:1';
    await makeSession(folder, { url, uploadBudgetMs: 500 }).session.finish(makeRun);
    const kept = await readKept();
    expect(kept.url).toBe(url);
    expect(JSON.stringify(kept)).not.toContain(API_KEY);
  });
});

/** The only saved run. */
async function readKept(): Promise<SpooledRun> {
  const [name = '', ...more] = readdirSync(spool);
  expect(more).toEqual([]);
  const kept = await readSpoolFile(join(spool, name));
  if (kept === undefined) throw new Error(`${name} cannot be read`);
  return kept;
}
