import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Batch } from '../projects/batch.ts';
import { config } from '../projects/fixture-project.ts';
import { trivial } from '../projects/trivial.ts';

const TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const REPORTERS = ['default', '@svc/vitest-reporter'];

/** Tests how results of one file are distinguished. */
export function testVariants(batch: Batch): void {
  const projects = [{ test: { name: 'node' } }, { test: { name: 'edge' } }];
  const twice = batch.add({
    files: { 'vitest.config.js': config(REPORTERS, { projects }), 'a.test.js': trivial('one') },
  });
  it('names Vitest projects as variants', () => {
    const { body } = twice();
    expect(body.results.map(({ variant = '' }) => variant).sort()).toEqual(['edge', 'node']);
    expect(body.files?.map(({ variant = '' }) => variant).sort()).toEqual(['edge', 'node']);
  });

  const ofTypes = batch.add({ files: TYPE_TESTS });
  it('sends the tests of types as a variant of their own', () => {
    // Vitest 5 reports the locations of these tests without being configured to.
    const column = batch.major === '5' ? { column: 1 } : {};
    const shared = { file: 'a.test-d.ts', variant: 'typecheck', durationMs: 0, ...column };
    expect(ofTypes().body.results).toEqual([
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
}

const TYPE_TESTS = {
  'vitest.config.js': config(REPORTERS, { typecheck: { enabled: true, only: true, checker: TSC } }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'nodenext', strict: true, skipLibCheck: true, noEmit: true },
  }),
  'a.test-d.ts': `import { expectTypeOf, test } from 'vitest';
test('is a number', () => { expectTypeOf(1).toEqualTypeOf<number>(); });
test('is a text', () => { expectTypeOf(1).toEqualTypeOf<string>(); });
`,
};
