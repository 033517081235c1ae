import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { openApiDocument } from './openapi.ts';

let test: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'openapi-clients-'));
beforeAll(async () => {
  test = await makeApp();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

it('gives a generated client the types of an upload and of its answers', async () => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(test.deps)));
  const client = await generateSource(join(folder, 'openapi.json'));
  writeFileSync(join(folder, 'client.ts'), client);
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'tsconfig.json'), TSCONFIG);
  // The client imports the generator's runtime.
  symlinkSync(fileURLToPath(NODE_MODULES), join(folder, 'node_modules'), 'junction');
  expect(await compile(folder)).toBe('');
});

const NODE_MODULES = new URL('../../../node_modules', import.meta.url);
const TSC = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** The errors that the TypeScript of this repository reports; empty if it accepts the project. */
function compile(project: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, '-p', project, '--pretty', 'false'], (error, stdout) =>
      resolve(error === null ? '' : stdout || error.message),
    );
  });
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  files: ['program.ts'],
});

const PROGRAM = `import { executionsGet, flakyTestsList, gateGet, ingestUpload, type IngestBody } from './client.ts';

const body: IngestBody = {
  version: 1,
  execution: {
    framework: 'vitest',
    reporter: { name: 'shop', version: '1.0.0' },
    status: 'failed',
    startedAt: '2026-01-01T00:00:00Z',
    durationMs: 2_000,
    ci: { provider: 'github', runId: '7', runAttempt: 1 },
    environment: { os: 'linux' },
  },
  results: [
    {
      titlePath: ['cart', 'keeps the discount'],
      file: 'src/cart.test.ts',
      status: 'failed',
      durationMs: 900,
      attempts: [
        { status: 'timedOut', durationMs: 450 },
        {
          status: 'failed',
          durationMs: 450,
          errors: [{ message: 'expected 1 to be 2', cause: { message: 'a second tab' } }],
          steps: [{ title: 'open', durationMs: 4, steps: [{ title: 'click', durationMs: 2 }] }],
        },
      ],
      artifacts: [
        { clientId: 'log', name: 'log', kind: 'log', contentType: 'text/plain', sizeBytes: 5 },
      ],
    },
  ],
};
const headers = { idempotencyKey: 'key', svcRun: 'github:7:1' };

/** Refuses \`any\`, \`unknown\` and every other type that is not exactly the expected one. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<Expected>() {
  return <Given>(_given: Given, ..._same: Same<Given, Expected> extends true ? [] : [never]) => {};
}

const upload = await ingestUpload(body, headers);
// \`success\` alone separates an answer from an error.
if (!upload.data.success) {
  expectType<string | undefined>()(upload.data.error.details?.at(0)?.path);
  throw new Error(upload.data.error.message);
}
const { executionId, uploads } = upload.data.data;
for (const { url, method, headers } of uploads) {
  expectType<'PUT'>()(method);
  await fetch(url, { method, headers, body: 'hello' });
}
const execution = await executionsGet(executionId, { status: ['failed', 'timedOut'] });
if (execution.status !== 200) throw new Error(execution.data.error.message);
const [result] = execution.data.data.results;
expectType<'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted'>()(result.status);
expectType<number | null>()(result.line);
expectType<string | undefined>()(result.attempts.at(1)?.errors.at(0)?.cause?.message);
const gate = await gateGet(executionId);
if (gate.status !== 200) throw new Error(gate.data.error.message);
expectType<'pass' | 'fail' | 'undecided'>()(gate.data.data.verdict);
const flaky = await flakyTestsList({ state: ['flaky'], sort: 'impact' });
if (flaky.status !== 200) throw new Error(flaky.data.error.message);
expectType<number | undefined>()(flaky.data.data.items.at(0)?.flakinessRate);

const { version: _, ...unversioned } = body;
// @ts-expect-error -- the version is missing
await ingestUpload(unversioned, headers);
// @ts-expect-error -- no such version
await ingestUpload({ ...body, version: 2 }, headers);
// @ts-expect-error -- no such status
await ingestUpload({ ...body, results: [{ titlePath: ['a'], file: 'a', durationMs: 1, status: 'green' }] });
// @ts-expect-error -- a header is a text
await ingestUpload(body, { idempotencyKey: 7 });
// @ts-expect-error -- no such header
await ingestUpload(body, { run: 'github:7:1' });
// @ts-expect-error -- no such status
await executionsGet(executionId, { status: ['green'] });
`;
