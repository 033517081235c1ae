import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { commitAll } from '@svc/reporter-core/test/projects/git.ts';
import { errorAt } from '@svc/reporter-core/test/expected/expected-result.ts';
import { config, FULL_MAJORS } from './projects/fixture-project.ts';
import { send, trivial } from './projects/sent-run.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const REPORTERS = ['default', '@svc/vitest-reporter'];
const ONE = trivial('one');

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  it('reports a failing setup file with the test file', async () => {
    const { body } = await send(major, {
      files: {
        'vitest.config.js': config(REPORTERS, { setupFiles: ['./setup.js'] }),
        'setup.js': `throw new Error('no database');`,
        'a.test.js': ONE,
      },
    });
    expect(body.results).toEqual([]);
    expect(body.files?.map(({ errors }) => errors)).toEqual([
      [errorAt('Error: no database', 'setup.js', 1)],
    ]);
    expect(body.execution.status).toBe('failed');
  });

  it('marks a run of changed tests as partial', async () => {
    const { body } = await send(major, {
      files: { 'a.test.js': ONE, 'b.test.js': ONE },
      args: ['--changed'],
      prepare: (folder) => {
        commitAll(folder);
        writeFileSync(`${folder}/b.test.js`, `${ONE}// changed\n`);
      },
    });
    expect(body.results.map(({ file }) => file)).toEqual(['b.test.js']);
    expect(body.execution.partial).toEqual(['changed']);
  });

  it('takes an error that is its own cause to the depth of the contract', async () => {
    const { body } = await send(major, {
      files: {
        // The default reporter of Vitest 4 and 5 would overflow the stack.
        'vitest.config.js': config(['@svc/vitest-reporter']),
        'a.test.js': `import { test } from 'vitest';
test('goes round', () => { const error = new Error('round'); error.cause = error; throw error; });
`,
      },
    });
    let depth = 0;
    for (let error = body.results[0]?.attempts?.[0]?.errors?.[0]; error; error = error.cause) {
      expect(error.message).toBe('Error: round');
      depth++;
    }
    expect(depth).toBe(6);
  });

  it('sends a `test.only` that CI does not allow as failed, and its siblings as skipped', async () => {
    const { body } = await send(major, {
      files: { 'a.test.js': `${ONE}test.only('alone', () => {});\n` },
      env: { CI: 'true' },
    });
    expect(body.results.map(({ titlePath, status }) => [...titlePath, status])).toEqual([
      ['one', 'skipped'],
      ['alone', 'failed'],
    ]);
    expect(body.results[1]?.attempts?.[0]?.errors?.[0]?.message).toContain('.only');
  });

  it('sends the tests of types as a variant of their own', async () => {
    const { body } = await send(major, {
      files: {
        'vitest.config.js': config(REPORTERS, {
          typecheck: { enabled: true, only: true, checker: TSC },
        }),
        'tsconfig.json': JSON.stringify({
          compilerOptions: { module: 'nodenext', strict: true, skipLibCheck: true, noEmit: true },
        }),
        'a.test-d.ts': `import { expectTypeOf, test } from 'vitest';
test('is a number', () => { expectTypeOf(1).toEqualTypeOf<number>(); });
test('is a text', () => { expectTypeOf(1).toEqualTypeOf<string>(); });
`,
      },
    });
    // Vitest 5 reports the locations of these tests without being configured to.
    const column = major === '5' ? { column: 1 } : {};
    const shared = { file: 'a.test-d.ts', variant: 'typecheck', durationMs: 0, ...column };
    expect(body.results).toEqual([
      { ...shared, titlePath: ['is a number'], status: 'passed', line: 2 },
      {
        ...shared,
        titlePath: ['is a text'],
        status: 'failed',
        line: 3,
        attempts: [
          {
            status: 'failed',
            durationMs: 0,
            errors: [
              {
                message: expect.stringContaining("Type 'string' does not satisfy the constraint"),
                snippet: expect.stringMatching(/^> 3 \| test\('is a text'/m),
                location: { file: 'a.test-d.ts', line: 3, column: expect.any(Number) },
              },
            ],
          },
        ],
      },
    ]);
  });

  it('keeps of a flood of output its beginning and its end', async () => {
    const { body } = await send(major, {
      files: {
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
      },
    });
    const stdout = body.results[0]?.attempts?.[0]?.stdout ?? '';
    expect(stdout).toMatch(/^the beginning\n/);
    expect(stdout).toMatch(/\nthe end\n$/);
    expect(stdout).toContain('characters cut by svc');
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(256 * 1024);
  });
});
