import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { type EmptyProject, it } from '../../test/projects/empty-project.ts';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { startSelfSigned } from '../../test/servers/self-signed-server.ts';
import { SERVER_FAULTS } from '../../test/servers/server-faults.ts';
import {
  acceptWithWarnings,
  EXECUTION_ID,
  fail,
  startSink,
} from '../../test/servers/sink-server.ts';
import type { ReporterOptions } from '../options/options.ts';
import type { RunOutcome } from '../report/run-outcome.ts';

// Many of these tests wait.
describe.concurrent('a run whose server', () => {
  it.for(SERVER_FAULTS)(
    '$name is saved, and one line reports it',
    async ({ start, line }, { project, expect }) => {
      await using server = await start();
      const { lines, outcome } = await run(project, { url: server.url, uploadBudgetMs: 1_500 });
      expect(lines).toEqual([expect.stringMatching(line)]);
      expect(lines[0]).toMatch(/^svc: not sent: /);
      const [name = ''] = readdirSync(project.spool);
      expect(outcome).toMatchObject({ ok: false, keptIn: join(project.spool, name) });
    },
  );

  it('will never take it is put aside', async ({ project, expect }) => {
    await using sink = await startSink();
    sink.behave(fail(413, 'PAYLOAD_TOO_LARGE'));
    const { lines, outcome } = await run(project, { url: sink.url });
    expect(lines).toEqual([
      expect.stringMatching(
        /PAYLOAD_TOO_LARGE \(413\)\. Set aside as (\S+\.refused); when the cause is gone, 'npx @svc\/cli upload \1' sends it again\.$/,
      ),
    ]);
    expect(sink.uploads).toHaveLength(1);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'refused' } });
  });

  it('has a self-signed certificate gets no further requests', async ({ project, expect }) => {
    await using server = await startSelfSigned();
    await run(project, { url: server.url });
    expect(server.connections()).toBe(1);
  });

  it('has no TLS is reported as such', async ({ project, expect }) => {
    await using sink = await startSink();
    const { lines } = await run(project, { url: sink.url.replace('http:', 'https:') });
    expect(lines).toEqual([expect.stringContaining('start SVC_URL with http://')]);
  });
});

const WARNING = { code: 'PARTS_LOOK_ALIKE', message: 'two parts look alike' };

describe.concurrent('a warning of the server', () => {
  it.for<[string, unknown, string[]]>([
    ['a text instead of a list', 'x', []],
    ['an object instead of a list', {}, []],
    ['null in the list', [null], []],
    ['no message', [{ code: 'PARTS_LOOK_ALIKE' }], []],
    ['no code', [{ message: 'two parts look alike' }], []],
    [
      'a number as message beside a warning',
      [{ ...WARNING, message: 1 }, WARNING],
      [WARNING.message],
    ],
    ['a code that is new', [{ ...WARNING, code: 'NEW' }], [WARNING.message]],
  ])('may have %s', async ([, warnings, messages], { project, expect }) => {
    await using sink = await startSink();
    sink.behave(acceptWithWarnings(warnings));
    const { lines, outcome } = await run(project, { url: sink.url });
    expect(lines).toEqual([
      ...messages.map((message) => `svc: warning: ${message}`),
      expect.stringMatching(/^svc: sent 1 result to /),
    ]);
    expect(outcome).toMatchObject({ ok: true, executionId: EXECUTION_ID });
  });
});

describe.concurrent('onUpload', () => {
  it.for<[string, () => never | Promise<never>]>([
    [
      'throws',
      (): never => {
        throw new Error('no room');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no room'))],
  ])(
    'is reported when it %s, and has no further effect',
    async ([, onUpload], { project, expect }) => {
      await using sink = await startSink();
      const { lines } = await run(project, { url: sink.url, onUpload });
      expect(lines).toEqual([
        `svc: sent 1 result to http://svc.test/executions/${EXECUTION_ID} #812`,
        'svc: onUpload failed: no room',
      ]);
    },
  );

  it('is left to itself when it never ends', async ({ project, expect }) => {
    await using sink = await startSink();
    const { lines } = await run(project, { url: sink.url, onUpload: never, uploadBudgetMs: 1_000 });
    expect(lines).toHaveLength(1);
  });

  it('has a file for a counterpart, which gets the same', async ({ project, expect }) => {
    await using sink = await startSink();
    const file = join(project.folder, 'outcome.json');
    const { outcome } = await run(project, { url: sink.url }, { SVC_ON_UPLOAD: file });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(outcome);
    // The reporter must replace this content, not append to it.
    writeFileSync(file, 'x'.repeat(10_000));
    await run(project, { url: sink.url }, { SVC_ON_UPLOAD: file });
    expect(readFileSync(file, 'utf8')).toMatch(/^\{.*\}\n$/);
  });

  it('has a folder for a counterpart, which gets a file of each run', async ({
    project,
    expect,
  }) => {
    await using sink = await startSink();
    const outcomes = join(project.folder, 'outcomes');
    mkdirSync(outcomes);
    const runs = [1, 2].map(() => run(project, { url: sink.url }, { SVC_ON_UPLOAD: outcomes }));
    const expected = (await Promise.all(runs)).map(({ outcome }) => outcome);
    const written = readdirSync(outcomes).map((name) => readFileSync(join(outcomes, name), 'utf8'));
    expect(written.map((text) => JSON.parse(text))).toEqual(expected);
    expect(expected[0]).toMatchObject({ ok: true, status: 'passed' });
  });

  it('has a note for svc run from its beginning to its end', async ({ project, expect }) => {
    await using sink = await startSink();
    const notes = join(project.folder, 'notes');
    mkdirSync(notes);
    const read = () => readdirSync(notes).map((name) => readFileSync(join(notes, name), 'utf8'));
    const { session } = makeSession(project.folder, { url: sink.url }, { SVC_RUN_FOLDER: notes });
    expect(read()).toEqual(['']);
    await session.finish(() => makeReport([makeResult('a', 'passed')]));
    expect(read().map((text) => JSON.parse(text))).toEqual([
      {
        outcome: expect.objectContaining({ ok: true, status: 'passed', executionId: EXECUTION_ID }),
        unseenCauses: [],
      },
    ]);
    // The folder may be gone, and the run is not disturbed.
    rmSync(notes, { recursive: true });
    const { lines } = await run(project, { url: sink.url }, { SVC_RUN_FOLDER: notes });
    expect(lines).toEqual([expect.stringMatching(/^svc: sent/)]);
  });

  it.for<[string, (project: EmptyProject) => string]>([
    ['a FIFO', ({ folder }) => makeFifo(join(folder, 'fifo'))],
    ['a device', () => '/dev/null'],
  ])('is not written to %s, and one line reports it', async ([, make], { project, expect }) => {
    await using sink = await startSink();
    const path = make(project);
    const { lines } = await run(project, { url: sink.url }, { SVC_ON_UPLOAD: path });
    expect(lines.at(-1)).toBe(
      `svc: could not write SVC_ON_UPLOAD (${path}): it is not a regular file`,
    );
  });
});

describe.concurrent('a line', () => {
  it('stays one, without control characters, for any title and any server answer', async ({
    project,
    expect,
  }) => {
    await using sink = await startSink();
    sink.behave((response) => {
      const error = { code: 'BAD_REQUEST', message: 'two\nlines \u001B[31m' };
      response.writeHead(400).end(JSON.stringify({ error }));
    });
    const { session, lines } = makeSession(project.folder, { url: sink.url });
    const odd = makeResult('a\u0000b\r\nc\u001B]0;title\u0007', 'passed');
    await session.finish(() => makeReport([odd, odd]));
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: not sent: two lines  \[31m \(400\)\..*: 'a\uFFFDb c \]0;title  \(shop\.test\.ts\)'\.$/,
      ),
    ]);
  });
});

describe.concurrent('the place for unsent runs', () => {
  it('is the temp folder where the project has none to write to', async ({ project, expect }) => {
    writeFileSync(join(project.folder, 'node_modules', '.cache'), 'a file');
    const { lines, outcome } = await run(project, { url: 'http://127.0.0.1:1' });
    const kept = outcome?.ok === false ? (outcome.keptIn ?? '') : '';
    expect(kept).toMatch(/\/svc-[^/]+\/[0-9a-f]{16}\/\S+\.json\.gz$/);
    expect(existsSync(kept)).toBe(true);
    expect(lines.join()).toContain(`Saved to ${kept}; `);
    rmSync(join(kept, '..'), { recursive: true });
  });
});

function makeFifo(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}

function never(): Promise<void> {
  return new Promise(() => {});
}

interface Ended {
  lines: string[];
  outcome: RunOutcome | undefined;
}

async function run(
  { folder }: EmptyProject,
  options: ReporterOptions,
  env: Record<string, string> = {},
): Promise<Ended> {
  let outcome: RunOutcome | undefined;
  const onUpload = (received: RunOutcome) => {
    outcome = received;
  };
  const { session, lines } = makeSession(folder, { onUpload, ...options }, env);
  await session.finish(() => makeReport([makeResult('adds up', 'passed')]));
  return { lines, outcome };
}
