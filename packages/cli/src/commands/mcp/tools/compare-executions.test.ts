import { expect, it } from 'vitest';
import { makeComparedTest } from '../../../../test/samples/make-comparison.ts';
import { fitFailures } from './compare-executions.ts';

const failing = (fingerprint: string) => ({
  kind: 'test' as const,
  cause: null,
  item: makeComparedTest(['cart', fingerprint], {
    fingerprint,
    error: { message: fingerprint.repeat(20) },
  }),
});

it('calls no error the same as one that did not fit into the answer', () => {
  const fingerprints = new Set<string>();
  const shown = fitFailures([failing('fp2:aaaa'), failing('fp2:bbbb')], {
    room: 500,
    fingerprints,
  });
  expect(shown.map(({ fingerprint }) => fingerprint)).toEqual(['fp2:aaaa']);
  const next = fitFailures([failing('fp2:aaaa'), failing('fp2:bbbb')], {
    room: 5_000,
    fingerprints,
  });
  expect(next.map(({ sameErrorAsAbove }) => sameErrorAsAbove)).toEqual([true, undefined]);
  expect(next[1]?.error).toBeDefined();
});
