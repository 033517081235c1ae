import { expect, it } from 'vitest';
import { makeDetail, makeResult } from '../../test/samples/make-execution.ts';
import { plainLook } from '../../test/samples/plain-look.ts';
import { formatExecution } from '../commands/executions/execution-text.ts';
import { buildErrorKey, formatFingerprints } from './fingerprints.ts';

const fingerprint = (digit: string) => `fp2:${digit.repeat(32)}`;
const FAILURE = { fingerprint: fingerprint('a') };

it.each([
  [{ fingerprint: null }, null],
  [FAILURE, 'fingerprint fp2:aaaaaaaa'],
  [{ ...FAILURE, furtherFingerprints: [] }, 'fingerprint fp2:aaaaaaaa'],
  [
    { ...FAILURE, furtherFingerprints: [fingerprint('b')] },
    'fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb',
  ],
  [
    { ...FAILURE, furtherFingerprints: ['b', 'c', 'd', 'e', 'f'].map(fingerprint) },
    'fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb, fp2:cccccccc, fp2:dddddddd and 2 more',
  ],
])('names the fingerprints of %j', (failure, text) => {
  expect(formatFingerprints(failure)).toBe(text);
});

it('leaves none out where they are to be copied, and shows a single one in full', () => {
  expect(formatFingerprints(FAILURE, { isWhole: true })).toBe(`fingerprint ${fingerprint('a')}`);
  const many = { ...FAILURE, furtherFingerprints: ['b', 'c', 'd', 'e', 'f'].map(fingerprint) };
  expect(formatFingerprints(many, { isWhole: true })).toBe(
    'fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb, fp2:cccccccc, fp2:dddddddd, fp2:eeeeeeee, fp2:ffffffff',
  );
});

it('takes failures for the same only with all errors alike', () => {
  const both = { ...FAILURE, furtherFingerprints: [fingerprint('b')] };
  expect([
    buildErrorKey(both) === buildErrorKey({ ...both }),
    buildErrorKey(both) === buildErrorKey(FAILURE),
  ]).toEqual([true, false]);
  const failed = { ...makeResult({ titlePath: ['pays'], status: 'failed' }), ...FAILURE };
  const results = [
    { ...failed, furtherFingerprints: undefined },
    { ...failed, ...both },
  ];
  const shown = { taken: undefined, limit: 20, moreCommand: '' };
  const text = formatExecution({ ...shown, execution: makeDetail({ results }) }, plainLook());
  expect(text.join('\n')).not.toContain('as above');
  expect(text.join('\n')).toContain('fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb');
  const again = { ...shown, execution: makeDetail({ results: [...results, ...results] }) };
  expect(formatExecution(again, plainLook()).join('\n')).toContain(
    'same errors as above (fp2:aaaaaaaa, fp2:bbbbbbbb)',
  );
});
