import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { startAnsweringServer } from '@svc/client/test/answering-server.ts';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clockEnv } from '@svc/server/test/clock.ts';
import { emptyFolder, spawnSvc, SVC, svcEnv } from './run-svc.ts';

vi.setConfig({ testTimeout: 300_000 });

// By default half of it: a report that is held in memory takes several times its size.
const REPORT_MB = EVERY_VERSION_RUNS_ALL ? 200 : 100;
const MOST_MEMORY_MB = 300;

it(`sends a report of ${REPORT_MB} MB with less than ${MOST_MEMORY_MB} MB of memory`, async () => {
  const directory = await emptyFolder();
  onTestFinished(() => rm(directory, { recursive: true }));
  const tests = await writeReport(join(directory, 'junit.xml'));
  const server = await startReceiver();
  const child = spawn(
    process.execPath,
    ['--import', TELL_PEAK, SVC, 'upload', 'junit.xml', '--json'],
    {
      cwd: directory,
      env: await svcEnv({
        SVC_URL: server.url,
        SVC_API_KEY: KEY,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const data: { tests: { tests: number } } = JSON.parse(stdout);
  expect(data.tests.tests).toBe(tests);
  expect(server.requests()).toBeGreaterThan(1);
  // Behind what the command itself says.
  const peakBytes = Number(stderr.split('\n').at(-1));
  expect(peakBytes).toBeGreaterThan(0);
  expect(peakBytes).toBeLessThan(MOST_MEMORY_MB * 1e6);
});

it.each([
  ['other JSON', '{"traceEvents":"'],
  ['JSON that begins like a saved run', '{"savedAt":"'],
])('needs little memory for a large file of %s beside a report', async (_, start) => {
  const directory = await emptyFolder();
  await mkdir(join(directory, 'reports'));
  const block = gzipSync('x'.repeat(16 * 1024 * 1024));
  await writeFile(
    join(directory, 'reports', 'trace.json.gz'),
    Buffer.concat([gzipSync(start), ...Array.from({ length: 32 }, () => block)]),
  );
  const report = '<testsuite><testcase name="one" classname="a" time="1"/></testsuite>';
  await writeFile(join(directory, 'reports', 'junit.xml'), report);
  const server = await startReceiver();
  const { status, stdout } = await spawnSvc(['upload', 'reports', '--json'], {
    directory,
    env: {
      ...clockEnv('--max-old-space-size=128'),
      SVC_URL: server.url,
      SVC_API_KEY: KEY,
    },
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ tests: { tests: 1 } });
  expect(server.requests()).toBe(1);
});

const KEY = buildApiKey('0TestKeyOfTheRepositoryItself0');

/** A server that takes every upload, and counts them. */
async function startReceiver() {
  let requests = 0;
  const server = await startAnsweringServer((request, response) => {
    request.resume();
    request.on('end', () => {
      requests++;
      response.end(JSON.stringify({ success: true, data: ANSWER }));
    });
  });
  onTestFinished(() => server.close());
  return { url: server.url, requests: () => requests };
}

// Not `maxRSS`, which begins with what the process that started this one had taken.
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const [, kilobytes] = /^VmHWM:\\s*(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    process.stderr.write(String(kilobytes * 1024));
  });
`)}`;

const ANSWER = {
  executionId: '019a0000-0000-7000-8000-000000000000',
  number: 1,
  url: 'http://localhost/executions/1',
  status: 'failed',
  accepted: { results: 1, duplicates: 0 },
  uploads: [],
  refusedUploads: [],
  ignoredFields: 0,
};

/** Gives how many tests are in it: every fifth fails, with a stack and output. */
async function writeReport(path: string): Promise<number> {
  const file = createWriteStream(path);
  let suites = 0;
  for (const part of reportParts()) {
    if (part.startsWith('<testsuite ')) suites++;
    if (!file.write(part)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return suites * TESTS_PER_SUITE;
}

function* reportParts(): Generator<string> {
  yield '<testsuites name="vitest tests">\n';
  let bytes = 0;
  for (let suite = 0; ; suite++) {
    let cases = '';
    for (let index = 0; index < TESTS_PER_SUITE; index++) {
      const failure = index % 5 === 0 ? FAILURE : '';
      cases += `<testcase classname="src/${suite}.test.ts" name="shop &gt; test ${index}" time="0.1">${failure}</testcase>\n`;
    }
    const part = `<testsuite name="src/${suite}.test.ts" time="10">\n${cases}</testsuite>\n`;
    yield part;
    bytes += part.length;
    if (bytes >= REPORT_MB * 1e6) break;
  }
  yield '</testsuites>\n';
}

const TESTS_PER_SUITE = 100;
const FAILURE =
  `<system-out><![CDATA[${'what a test has printed\n'.repeat(30)}]]></system-out>` +
  `<failure message="expected 1 to be 2" type="AssertionError">${'    at check (/home/dev/shop/src/check.ts:12:3)\n'.repeat(10)}</failure>`;
