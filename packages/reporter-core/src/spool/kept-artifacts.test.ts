import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachIn, received, sha256 } from '../../test/runs/attachments.ts';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { takeContent } from '../../test/servers/sink-artifacts.ts';
import { accept, fail, startSink } from '../../test/servers/sink-server.ts';
import { readSpoolFile } from './spool-file.ts';

let folder: string;
let output: string;
let attach: ReturnType<typeof attachIn>;
let spool: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-artifacts-')));
  mkdirSync(join(folder, 'node_modules'));
  output = join(folder, 'output');
  mkdirSync(output);
  attach = attachIn(output);
  spool = join(folder, 'node_modules', '.cache', 'svc');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('artifacts in the spool', () => {
  it('go with their run when the next one sends it, though the output folder was wiped', async () => {
    await using sink = await startSink();
    const result = makeResult('pays');
    const down = makeSession(folder, { url: sink.url });
    sink.behave(fail(401, 'UNAUTHORIZED'), accept);
    await down.session.finish(() =>
      makeReport(
        [result],
        [
          attach(result, 'a.txt', 'first'),
          { result, name: 'b', content: { bytes: Buffer.from('bytes') } },
        ],
      ),
    );
    expect(down.lines).toEqual([
      expect.stringMatching(/Saved to \S+\.json\.gz with 2 artifacts; the next run/),
    ]);
    rmSync(output, { recursive: true });
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    expect(next.lines.join()).toMatch(/; also sent 1 saved run and 2 saved artifacts$/);
    expect(sink.artifacts.received.map(({ sha256: hash }) => hash).sort()).toEqual(
      [sha256('first'), sha256('bytes')].sort(),
    );
    expect(readdirSync(spool)).toEqual([]);
  });

  it('are all that the next run sends of one whose results had arrived', async () => {
    await using sink = await startSink();
    const result = makeResult('pays');
    const slow = makeSession(folder, { url: sink.url, uploadBudgetMs: 2_000 });
    // The server does not answer, so the budget ends during the upload.
    sink.behavePut(takeContent, () => {});
    await slow.session.finish(() =>
      makeReport([result], [attach(result, 'a.txt', 'first'), attach(result, 'b.txt', 'second')]),
    );
    expect(slow.lines).toEqual([
      expect.stringMatching(
        /#812; 1 artifact \(\d B\) sent, 1 artifact saved to \S+\.json\.gz for the next run or 'npx @svc\/cli upload \S+\/svc': no answer in time/,
      ),
    ]);
    rmSync(output, { recursive: true });
    sink.behavePut(takeContent);
    const before = sink.artifacts.received.length;
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    expect(next.lines.join()).toMatch(/; also sent 1 saved artifact$/);
    expect(sink.artifacts.received).toHaveLength(before + 1);
    const [first, , resent] = sink.uploads;
    expect(resent?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(resent?.body).toEqual(first?.body);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('are linked, and not read, for a process that is about to end', async () => {
    await using sink = await startSink();
    const result = makeResult('pays', 'interrupted');
    const left = makeSession(folder, { url: sink.url });
    left.session.leave(() =>
      makeReport(
        [result],
        [
          attach(result, 'a.txt', 'first'),
          { result, name: 'b', content: { bytes: Buffer.from('bytes') } },
        ],
      ),
    );
    rmSync(output, { recursive: true });
    const [name = ''] = readdirSync(spool).filter((entry) => entry.endsWith('.gz'));
    const kept = await readSpoolFile(join(spool, name));
    expect(kept?.body.results[0]?.artifacts?.map(({ sha256: hash }) => hash)).toEqual([
      undefined,
      undefined,
    ]);
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    expect(received(sink)).toMatchObject([{ sha256: sha256('first') }]);
    expect(next.lines.join()).toMatch(/; also sent 1 saved run and 1 saved artifact$/);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('are kept with the whole run when a signal comes while they are sent', async () => {
    await using sink = await startSink();
    const result = makeResult('pays');
    const cut = makeSession(folder, { url: sink.url });
    sink.behavePut((response, artifact) => {
      cut.session.leave(() => makeReport([]));
      takeContent(response, artifact);
    });
    await cut.session.finish(() => makeReport([result], [attach(result, 'a.txt', 'first')]));
    expect(cut.lines).toEqual([expect.stringContaining('1 result saved to')]);
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    const [first, , resent] = sink.uploads;
    expect(resent?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(resent?.body).toEqual(first?.body);
    expect(sink.artifacts.received).toHaveLength(1);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('cost no more than their room on disk, and are referred to beyond it', async () => {
    const result = makeResult('pays');
    const { session } = makeSession(folder, { maxArtifactSizeBytes: 1e9 });
    const attachments = ['a', 'b', 'c'].map((name) => {
      const attachment = attach(result, name, name);
      truncateSync(join(output, name), 200 * 1024 * 1024);
      return attachment;
    });
    // Leaves without reading them, which would take seconds.
    session.leave(() => makeReport([result], attachments));
    const [file = '', ...folders] = readdirSync(spool).sort().toReversed();
    expect(folders).toHaveLength(1);
    const kept = await readSpoolFile(join(spool, file));
    expect(
      kept?.artifacts?.map((artifact) => [artifact.file !== undefined, artifact.path]),
    ).toEqual([
      [true, join(output, 'a')],
      [true, join(output, 'b')],
      [false, join(output, 'c')],
    ]);
  });
});
