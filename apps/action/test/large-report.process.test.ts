import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { joinServer } from '@svc/server/test/server.ts';
import { spawnAction } from './run-action.ts';
import { clockEnv } from '@svc/server/test/clock.ts';

vi.setConfig({ testTimeout: 300_000 });

const REPORT_BYTES = 32 * 1024 * 1024;
// A report that is held in memory takes several times its size.
const MOST_HEAP_MB = 32;

it('sends a report of 32 MB with a heap of 32 MB, and reads it again without a server', async () => {
  const server = await joinServer();
  const folder = mkdtempSync(join(tmpdir(), 'svc-action-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { passed, failed } = await writeReport(join(folder, 'junit.xml'));
  expect(statSync(join(folder, 'junit.xml')).size).toBeGreaterThan(REPORT_BYTES);
  for (const key of [server.apiKey, '']) {
    const run = await spawnAction({
      folder,
      inputs: { url: server.url, 'api-key': key, project: 'large', files: 'junit.xml' },
      env: clockEnv(`--max-old-space-size=${MOST_HEAP_MB}`),
    });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ passed: String(passed), failed: String(failed) });
    expect(Buffer.byteLength(run.summary)).toBeLessThan(1024 * 1024);
    // All have one cause.
    expect(run.annotations.filter((line) => line.startsWith('error'))).toHaveLength(1);
  }
});

/** Every tenth test fails, with a long stack; the others have much output. */
async function writeReport(path: string): Promise<{ passed: number; failed: number }> {
  const file = createWriteStream(path);
  const counts = { passed: 0, failed: 0 };
  file.write('<testsuites name="vitest tests"><testsuite name="src/large.test.ts">\n');
  for (let bytes = 0, index = 0; bytes < REPORT_BYTES; index++) {
    const isFailed = index % 10 === 0;
    counts[isFailed ? 'failed' : 'passed']++;
    const inner = isFailed
      ? `<failure message="no answer ${index}">${'    at call (src/large.ts:1:1)\n'.repeat(300)}</failure>`
      : `<system-out>${'a line of output\n'.repeat(4_000)}</system-out>`;
    const text = `<testcase classname="src/large.test.ts" name="test ${index}" time="0.001">${inner}</testcase>\n`;
    bytes += text.length;
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end('</testsuite></testsuites>');
  await once(file, 'close');
  return counts;
}
