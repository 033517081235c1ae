import { expect, it } from 'vitest';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import type { Batch } from '../projects/batch.ts';

const FILES = {
  'shared.ts': `import { test } from 'vitest';
export function shared() { test('comes from a helper', () => {}); }
`,
  'cart.test.ts': `import { describe, expect, it, suite, test } from 'vitest';
import { shared } from './shared.ts';

interface Item { price: number }

describe('cart', () => {
  test('adds up', () => { expect(1 + 1).toBe(2); });
  it
    .concurrent
    .skipIf(1 > 2)(
      'goes over lines', () => {});
  describe.each<[name: string, item: Item]>([
    ['tea', { price: 3 }],
  ])('with %s', (_, item) => {
    it.each\`
      count | total
      \${1}  | \${3}
    \`('costs $total for $count', ({ count, total }) => {
      expect(item.price * count).toBe(total);
    });
    test.for([1, 2])('is poured %i times', () => {});
  });
  shared();
});
suite('the same', () => { test('twice', () => {}); test('twice', () => {}); });
for (const size of ['small', 'large']) {
  describe(size + ' cups', () => {
    test(\`hold \${size} drinks\`, () => {});
    test.todo('are washed');
  });
}
const mine = test.extend({ cup: async ({}, use) => use('a cup') });
mine('has a fixture', ({ cup }) => { expect(cup).toBe('a cup'); });
`,
};

const WITHOUT = [
  'cart › comes from a helper',
  'has a fixture',
  'the same › twice',
  'the same › twice',
];

/** Tests the lines of tests. */
export function testLines(batch: Batch): void {
  const withLocations = batch.add({ files: FILES, env: { SVC_LOCATIONS: 'true' } });
  const withoutLocations = batch.add({ files: FILES, env: { SVC_LOCATIONS: 'false' } });
  it('has the lines of the source where it can be sure, and else none', () => {
    const noted = placesOf(withLocations().body);
    const read = placesOf(withoutLocations().body);
    expect(noted.every(([, line, column]) => line !== undefined && column !== undefined)).toBe(
      true,
    );
    expect(read.filter(([, line]) => line === undefined).map(([title]) => title)).toEqual(WITHOUT);
    expect(read).toEqual(
      noted.map(([title, line]) => [title, expectedLine(title, line), undefined]),
    );
  });
}

/**
 * The expected line. For a test with a table over several lines, Vitest reports a line before its title, which
 * differs by version.
 */
function expectedLine(title: string, noted: number | undefined): number | undefined {
  if (title === 'cart › with tea › costs 3 for 1') return 18;
  return WITHOUT.includes(title) ? undefined : noted;
}

type Place = [title: string, line: number | undefined, column: number | undefined];

function placesOf({ results }: IngestBody): Place[] {
  return results.map(placeOf).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function placeOf({ titlePath, line, column }: IngestResult): Place {
  return [titlePath.join(' › '), line, column];
}
