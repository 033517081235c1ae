import { expect, it } from 'vitest';
import { endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { addBare, type Batch } from '../projects/batch.ts';
import { config } from '../projects/fixture-project.ts';

// Fewer by default, but far more than the limit for one test.
const LINES = EVERY_VERSION_RUNS_ALL ? 50_000 : 2_000;
const TALKING_TESTS = EVERY_VERSION_RUNS_ALL ? 200 : 10;

/** Tests what is sent of very long output. */
export function testOutput(batch: Batch): void {
  const bare = addBare(batch, `much-output-${batch.major}`, LONG_OUTPUT);
  const long = batch.add({ files: LONG_OUTPUT });
  it('does not change how the run ends, and sends the start and end of a very long output of one test', async () => {
    const { run, body } = long();
    expect(endingOf(run)).toEqual(await bare());
    expect(body.results).toMatchObject([{ status: 'passed' }, { status: 'failed' }]);
    const [{ stdout = '', stderr } = {}] = body.results[1]?.attempts ?? [];
    expect(stderr).toBe('careful\n');
    expect(stdout.length).toBeLessThanOrEqual(256 * 1024);
    expect(stdout).toMatch(/^x{1000}0\n[^]*characters cut by svc/);
    expect(stdout.endsWith(`x${LINES - 1}\n`)).toBe(true);
  });

  const ofMany = batch.add({ files: OUTPUT_OF_MANY });
  it('sends the output of a failing test after passing tests have printed very much', () => {
    const failed = ofMany().body.results.find(({ status }) => status === 'failed');
    expect(failed?.attempts?.[0]?.stdout).toHaveLength(100 * 1_001);
  });

  const flood = batch.add({ files: FLOOD });
  it('keeps of a flood of output its beginning and its end', () => {
    const stdout = flood().body.results[0]?.attempts?.[0]?.stdout ?? '';
    expect(stdout).toMatch(/^the beginning\n/);
    expect(stdout).toMatch(/\nthe end\n$/);
    expect(stdout).toContain('characters cut by svc');
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(256 * 1024);
  });
}

const LONG_OUTPUT = {
  'vitest.config.js': config(['dot', '@svc/vitest-reporter']),
  'without.config.js': config(['dot']),
  'a.test.js': `import { test } from 'vitest';
test('is silent', () => {});
test('talks', () => {
  console.error('careful');
  for (let line = 0; line < ${LINES}; line++) console.log('x'.repeat(1_000) + line);
  throw new Error('tired');
});`,
};

const OUTPUT_OF_MANY = {
  'vitest.config.js': config(['dot', '@svc/vitest-reporter']),
  // Vitest runs larger files first.
  'a.test.js': `// ${'-'.repeat(1_000)}
import { test } from 'vitest';
for (let index = 0; index < ${TALKING_TESTS}; index++) {
  test('talks ' + index, () => {
    for (let line = 0; line < 350; line++) console.log('x'.repeat(1_000));
  });
}`,
  'b.test.js': `import { test } from 'vitest';
test('fails', () => {
  for (let line = 0; line < 100; line++) console.log('y'.repeat(1_000));
  throw new Error('tired');
});`,
};

const FLOOD = {
  'a.test.js': `import { test } from 'vitest';
test('floods', { timeout: 60_000 }, async () => {
  console.log('the beginning');
  for (let piece = 0; piece < 40; piece++) {
    console.log('x'.repeat(500_000));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  console.log('the end');
  throw new Error('no');
});
`,
};
