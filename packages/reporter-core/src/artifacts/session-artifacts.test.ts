import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IngestResult } from '@svc/contract/ingest';
import { makeReport, makeResult, makeSession } from '../../test/make-run.ts';
import { type PutBehaviour, takeContent } from '../../test/sink-artifacts.ts';
import { accept, addressOfNobody, fail, startSink } from '../../test/sink-server.ts';
import type { Attachment } from '../attachment.ts';
import type { RunOutcome } from '../run-outcome.ts';
import { readSpoolFile } from '../spool-file.ts';

let folder: string;
let output: string;
let spool: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-artifacts-')));
  mkdirSync(join(folder, 'node_modules'));
  output = join(folder, 'output');
  mkdirSync(output);
  spool = join(folder, 'node_modules', '.cache', 'svc');
});
afterEach(() => rmSync(folder, { recursive: true }));

const RED =
  'svc: sent 1 result (1 failed) to http://svc.test/executions/0199f0a1-7b8c-7d00-8e00-000000000812 #812';

describe('artifacts of a run', () => {
  it('are told in the body and streamed to the addresses that the answer gives', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    await session.finish(() =>
      makeReport(
        [result],
        [
          attach(result, 'shot.png', 'pixels', { name: 'screenshot', attempt: 2 }),
          { result, name: 'server log', content: { bytes: Buffer.from('listening') } },
        ],
      ),
    );
    const [upload] = sink.uploads;
    const told = upload?.body.results[0]?.artifacts ?? [];
    expect(told).toEqual([
      {
        clientId: expect.stringMatching(/^[0-9a-f]{8}-1$/),
        name: 'screenshot',
        kind: 'screenshot',
        contentType: 'image/png',
        sizeBytes: 6,
        sha256: sha256('pixels'),
        attempt: 2,
      },
      {
        clientId: expect.stringMatching(/^[0-9a-f]{8}-2$/),
        name: 'server log',
        kind: 'other',
        contentType: 'application/octet-stream',
        sizeBytes: 9,
        sha256: sha256('listening'),
      },
    ]);
    expect(received(sink).sort(byClientId)).toEqual(
      told.map(({ clientId, sizeBytes, sha256: hash }) => ({ clientId, sizeBytes, sha256: hash })),
    );
    for (const { headers, sizeBytes } of sink.artifacts.received) {
      expect(headers).toMatchObject({ 'x-test': 'signed', 'content-length': String(sizeBytes) });
      expect(headers.authorization).toBeUndefined();
    }
    expect(lines).toEqual([`${RED}; 2 artifacts (15 B) sent`]);
  });

  it.each([
    ['failed', ['failed', 'timedOut', 'interrupted', 'flaky']],
    ['all', ['failed', 'timedOut', 'interrupted', 'flaky', 'passed', 'skipped']],
    ['none', []],
  ] as const)('are those of %s', async (artifacts, expected) => {
    await using sink = await startSink();
    const { session } = makeSession(folder, { url: sink.url, artifacts });
    const results = [
      ...(['failed', 'timedOut', 'interrupted'] as const).map((status) =>
        makeResult(status, status),
      ),
      makeResult('flaky', 'passed', {
        attempts: [
          { status: 'failed', durationMs: 1 },
          { status: 'passed', durationMs: 1 },
        ],
      }),
      ...(['passed', 'skipped'] as const).map((status) => makeResult(status, status)),
    ];
    const attachments = results.map((result) => attach(result, `${result.titlePath.join()}.txt`));
    await session.finish(() => makeReport(results, attachments));
    const sent = sink.uploads[0]?.body.results.filter((result) => result.artifacts?.length);
    expect(sent?.flatMap(({ titlePath }) => titlePath)).toEqual(expected);
    expect(sink.artifacts.received).toHaveLength(expected.length);
  });

  it('are left out, and told, where they are no files of the project within the limit', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    writeFileSync(join(output, 'video.webm'), '');
    truncateSync(join(output, 'video.webm'), 1e9);
    symlinkSync('/etc/passwd', join(output, 'passwords.txt'));
    execFileSync('mkfifo', [join(output, 'pipe')]);
    const paths = ['video.webm', 'passwords.txt', 'pipe', '.', 'gone.zip'];
    for (const path of [...paths, '/etc/passwd', '/dev/zero']) {
      lines.length = 0;
      const { session: one, lines: told } = makeSession(folder, { url: sink.url });
      const content = { path: path.startsWith('/') ? path : join('output', path) };
      await one.finish(() => makeReport([result], [{ result, name: 'x', content }]));
      lines.push(...told);
      expect(lines).toEqual([`${RED}; 1 artifact left out: ${LEFT_OUT[path]}`]);
    }
    await session.finish(() => makeReport([result]));
    expect(sink.artifacts.received).toEqual([]);
    expect(sink.uploads.flatMap(({ body }) => body.results[0]?.artifacts ?? [])).toEqual([]);
  });

  it('are taken from the folders of the framework, and through links that stay inside', async () => {
    await using sink = await startSink();
    const { session } = makeSession(output, { url: sink.url });
    const result = makeResult('pays');
    const elsewhere = mkdtempSync('/var/tmp/svc-output-');
    writeFileSync(join(elsewhere, 'trace.zip'), 'trace');
    symlinkSync(join(elsewhere, 'trace.zip'), join(output, 'latest.zip'));
    await session.finish(() => ({
      ...makeReport([result], [{ result, name: 'trace', content: { path: 'latest.zip' } }]),
      artifactFolders: [elsewhere],
    }));
    rmSync(elsewhere, { recursive: true });
    expect(received(sink)).toMatchObject([{ sha256: sha256('trace') }]);
  });

  it('are at most four under way, each tried again, and none twice that arrived', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    sink.behavePut(answering(500), answering(500), takeContent);
    const attachments = Array.from({ length: 12 }, (_, index) =>
      attach(result, `${index}.bin`, String(index).repeat(300_000)),
    );
    await session.finish(() => makeReport([result], attachments));
    expect(lines).toEqual([`${RED}; 12 artifacts (4.2 MB) sent`]);
    expect(sink.artifacts.received).toHaveLength(14);
    expect(new Set(sink.artifacts.received.map(({ clientId }) => clientId)).size).toBe(12);
    expect(sink.artifacts.mostAtOnce).toBeLessThanOrEqual(4);
  });

  it.each([
    ['is deleted', (path: string) => rmSync(path), 'is gone'],
    ['grows', (path: string) => appendFileSync(path, 'more'), 'changed before it was sent'],
    ['shrinks', (path: string) => truncateSync(path, 1), 'changed before it was sent'],
  ])('cost the run nothing when a file %s before it is sent', async (_, change, told) => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    sink.behave((response, upload) => {
      change(join(output, 'a.txt'));
      accept(response, upload);
    });
    await session.finish(() =>
      makeReport([result], [attach(result, 'a.txt'), attach(result, 'b.txt')]),
    );
    expect(lines).toEqual([`${RED}; 1 artifact (5 B) sent, 1 left out: a.txt ${told}`]);
    expect(readdirSync(join(folder, 'node_modules'))).toEqual([]);
  });

  it.each([
    ['the name that the server has for people', () => 'http://svc.test'],
    ['another host', (own: string) => own.replace('127.0.0.1', 'localhost')],
  ])('go to addresses on %s', async (_, base) => {
    await using sink = await startSink();
    sink.artifacts.addressBase = base(sink.url);
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    await session.finish(() => makeReport([result], [attach(result, 'a.txt')]));
    expect(lines).toEqual([`${RED}; 1 artifact (5 B) sent`]);
    const host = new URL(base(sink.url)).hostname;
    expect(sink.artifacts.received[0]?.headers.host).toBe(
      host === 'svc.test' ? new URL(sink.url).host : new URL(base(sink.url)).host,
    );
  });

  it('are left out where the server will not have them', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    sink.behavePut(answering(413));
    await session.finish(() => makeReport([result], [attach(result, 'a.txt')]));
    expect(lines).toEqual([
      `${RED}; 1 artifact left out: a.txt was refused: the server answered 413`,
    ]);
  });

  it('give their number to onUpload', async () => {
    await using sink = await startSink();
    const outcomes: RunOutcome[] = [];
    const onUpload = (outcome: RunOutcome) => outcomes.push(outcome);
    const { session } = makeSession(folder, { url: sink.url, onUpload });
    const result = makeResult('pays');
    await session.finish(() =>
      makeReport(
        [result],
        [attach(result, 'a.txt'), attach(result, 'b.txt', 'b', { path: 'no.txt' })],
      ),
    );
    expect(outcomes).toEqual([
      {
        ok: true,
        url: 'http://svc.test/executions/0199f0a1-7b8c-7d00-8e00-000000000812',
        number: 812,
        executionId: '0199f0a1-7b8c-7d00-8e00-000000000812',
        accepted: { results: 1, duplicates: 0 },
        artifacts: {
          sent: 1,
          sentBytes: 5,
          kept: 0,
          leftOut: [{ name: 'no.txt', reason: 'is gone' }],
        },
      },
    ]);
  });
});

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
      expect.stringMatching(/Kept in \S+\.json\.gz with 2 artifacts; the next run/),
    ]);
    rmSync(output, { recursive: true });
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    expect(next.lines.join()).toMatch(/; sent 1 kept run and 2 kept artifacts too$/);
    expect(sink.artifacts.received.map(({ sha256: hash }) => hash).sort()).toEqual(
      [sha256('first'), sha256('bytes')].sort(),
    );
    expect(readdirSync(spool)).toEqual([]);
  });

  it('are all that the next run sends of one whose results had arrived', async () => {
    await using sink = await startSink();
    const result = makeResult('pays');
    const slow = makeSession(folder, { url: sink.url, uploadBudgetMs: 2_000 });
    // Nothing is answered: the budget ends in the middle.
    sink.behavePut(takeContent, () => {});
    await slow.session.finish(() =>
      makeReport([result], [attach(result, 'a.txt', 'first'), attach(result, 'b.txt', 'second')]),
    );
    expect(slow.lines).toEqual([
      expect.stringMatching(
        /#812; 1 artifact \(\d B\) sent, 1 artifact kept in \S+\.json\.gz for the next run or 'svc upload': no answer in time/,
      ),
    ]);
    rmSync(output, { recursive: true });
    sink.behavePut(takeContent);
    const before = sink.artifacts.received.length;
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    expect(next.lines.join()).toMatch(/; sent 1 kept artifact too$/);
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
    expect(next.lines.join()).toMatch(/; sent 1 kept run and 1 kept artifact too$/);
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
    expect(cut.lines).toEqual([expect.stringContaining('1 result kept in')]);
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays', 'passed')]));
    const [first, , resent] = sink.uploads;
    expect(resent?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(resent?.body).toEqual(first?.body);
    expect(sink.artifacts.received).toHaveLength(1);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('cost no more than their room on disk, and are referred to beyond it', async () => {
    const url = await addressOfNobody();
    const result = makeResult('pays');
    const { session } = makeSession(folder, {
      url,
      maxArtifactSizeBytes: 1e9,
      uploadBudgetMs: 20_000,
    });
    const attachments = ['a', 'b', 'c'].map((name) => {
      const attachment = attach(result, name, name);
      truncateSync(join(output, name), 200 * 1024 * 1024);
      return attachment;
    });
    await session.finish(() => makeReport([result], attachments));
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

function attach(
  result: IngestResult,
  file: string,
  text = 'hello',
  { path = file, ...more }: Partial<Attachment> & { path?: string } = {},
): Attachment {
  writeFileSync(join(output, file), text);
  return { result, name: file, content: { path: join('output', path) }, ...more };
}

const LEFT_OUT: Record<string, string> = {
  'video.webm': 'video.webm is 1.0 GB, more than maxArtifactSizeBytes',
  'passwords.txt': 'passwords.txt is a symbolic link out of the project',
  pipe: 'pipe is no regular file',
  '.': 'output is no regular file',
  'gone.zip': 'gone.zip is gone',
  '/etc/passwd': 'passwd lies outside of the project and the temp folder',
  '/dev/zero': 'zero lies outside of the project and the temp folder',
};

function received({ artifacts }: { artifacts: { received: readonly object[] } }): object[] {
  return artifacts.received.map((artifact) => {
    const { headers: _, ...rest } = artifact as { headers?: unknown };
    return rest;
  });
}

function answering(status: number): PutBehaviour {
  return (response) => {
    response.writeHead(status).end();
  };
}

function byClientId(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
