import { execFileSync } from 'node:child_process';
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
import { attachIn, received, sha256 } from '../../test/runs/attachments.ts';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { type PutBehaviour, takeContent } from '../../test/servers/sink-artifacts.ts';
import { accept, EXECUTION_ID, startSink } from '../../test/servers/sink-server.ts';
import type { RunOutcome } from '../report/run-outcome.ts';

let folder: string;
let output: string;
let attach: ReturnType<typeof attachIn>;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-artifacts-')));
  mkdirSync(join(folder, 'node_modules'));
  output = join(folder, 'output');
  mkdirSync(output);
  attach = attachIn(output);
});
afterEach(() => rmSync(folder, { recursive: true }));

const RED =
  'svc: sent 1 result (1 failed) to http://svc.test/executions/0199f0a1-7b8c-7d00-8e00-000000000812 #812';

describe('artifacts of a run', () => {
  it('are listed in the body and streamed to the addresses in the answer', async () => {
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
    const listed = upload?.body.results[0]?.artifacts ?? [];
    expect(listed).toEqual([
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
    expect(received(sink)).toEqual(
      listed.map(({ clientId, sizeBytes, sha256: hash }) => ({
        clientId,
        sizeBytes,
        sha256: hash,
      })),
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

  it('are left out and reported if they are not files of the project within the limit', async () => {
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
      const { session: one, lines: ownLines } = makeSession(folder, { url: sink.url });
      const content = { path: path.startsWith('/') ? path : join('output', path) };
      await one.finish(() => makeReport([result], [{ result, name: 'x', content }]));
      lines.push(...ownLines);
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
  ])('do not affect the run when a file %s before it is sent', async (_, change, reason) => {
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
    expect(lines).toEqual([`${RED}; 1 artifact (5 B) sent, 1 left out: a.txt ${reason}`]);
    expect(readdirSync(join(folder, 'node_modules'))).toEqual([]);
  });

  it('go where the results went, though the server calls itself otherwise, and to other hosts', async () => {
    await using sink = await startSink();
    const hosts = [];
    for (const base of ['http://svc.test', sink.url.replace('127.0.0.1', 'localhost')]) {
      sink.artifacts.addressBase = base;
      const { session, lines } = makeSession(folder, { url: sink.url });
      const result = makeResult('pays');
      await session.finish(() => makeReport([result], [attach(result, 'a.txt')]));
      expect(lines).toEqual([`${RED}; 1 artifact (5 B) sent`]);
      hosts.push(sink.artifacts.received.at(-1)?.headers.host?.split(':')[0]);
    }
    expect(hosts).toEqual(['127.0.0.1', 'localhost']);
  });

  it('are left out where the server will not have them', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    sink.behavePut((response) => {
      const error = { code: 'PAYLOAD_TOO_LARGE', message: 'This server takes 5 bytes.' };
      response.writeHead(413).end(JSON.stringify({ success: false, error }));
    });
    await session.finish(() => makeReport([result], [attach(result, 'a.txt')]));
    expect(lines).toEqual([
      `${RED}; 1 artifact left out: a.txt was refused: This server takes 5 bytes (413)`,
    ]);
  });

  it('are kept for the next run where a proxy refuses them as too large', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    sink.behavePut(answering(413));
    await session.finish(() => makeReport([result], [attach(result, 'a.txt')]));
    expect(lines.join()).toMatch(
      /#812; 1 artifact saved to \S+ for the next run or '[^']+': a proxy at \S+ refused 5 B as too large \(413\); raise its limit for request bodies \(nginx: client_max_body_size\)$/,
    );
    sink.behavePut(takeContent);
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays')]));
    expect(next.lines.join()).toMatch(/; also sent 1 saved artifact$/);
  });

  it('are kept with a run that a proxy refuses as too large', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    sink.behave((response) => response.writeHead(413).end('<html></html>'), accept);
    await session.finish(() => makeReport([result], [attach(result, 'a.txt')]));
    expect(lines.join()).toMatch(/^svc: not sent: a proxy at .* Saved to \S+ with 1 artifact; /);
    const next = makeSession(folder, { url: sink.url });
    await next.session.finish(() => makeReport([makeResult('pays')]));
    expect(next.lines.join()).toMatch(/; also sent 1 saved run and 1 saved artifact$/);
  });

  it('are not sent if the server refuses them in its answer', async () => {
    await using sink = await startSink();
    const { session, lines } = makeSession(folder, { url: sink.url });
    const result = makeResult('pays');
    const message = 'The artifact has 6 bytes, and this server takes 5';
    sink.behave((response, { body, addresses }) => {
      const listed = body.results[0]?.artifacts ?? [];
      const refused = listed.filter(({ sizeBytes }) => sizeBytes > 5);
      const code = 'PAYLOAD_TOO_LARGE';
      const data = {
        executionId: EXECUTION_ID,
        number: 812,
        url: `http://svc.test/executions/${EXECUTION_ID}`,
        status: 'failed',
        accepted: { results: 1, duplicates: 0 },
        uploads: addresses.slice(0, 1),
        refusedUploads: refused.map(({ clientId }) => ({ clientId, code, message: `${message}.` })),
        ignoredFields: 0,
      };
      response.end(JSON.stringify({ success: true, data }));
    });
    await session.finish(() =>
      makeReport(
        [result],
        [attach(result, 'a.txt', 'small'), attach(result, 'b.txt', 'larger', { name: 'b' })],
      ),
    );
    expect(lines).toEqual([
      `${RED}; 1 artifact (5 B) sent, 1 left out: b.txt was refused: ${message}`,
    ]);
    expect(received(sink)).toHaveLength(1);
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
        [attach(result, 'a.txt'), { result, name: 'b', content: { path: 'output/no.txt' } }],
      ),
    );
    expect(outcomes).toEqual([
      {
        ok: true,
        url: 'http://svc.test/executions/0199f0a1-7b8c-7d00-8e00-000000000812',
        number: 812,
        executionId: '0199f0a1-7b8c-7d00-8e00-000000000812',
        status: 'failed',
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

const LEFT_OUT: Record<string, string> = {
  'video.webm': 'video.webm is 1.0 GB, more than maxArtifactSizeBytes',
  'passwords.txt': 'passwords.txt is a symbolic link out of the project',
  pipe: 'pipe is not a regular file',
  '.': 'output is not a regular file',
  'gone.zip': 'gone.zip is gone',
  '/etc/passwd': 'passwd is outside the project and the temp folder',
  '/dev/zero': 'zero is outside the project and the temp folder',
};

function answering(status: number): PutBehaviour {
  return (response) => {
    response.writeHead(status).end();
  };
}
