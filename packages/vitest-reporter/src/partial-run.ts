import type { PartialReason } from '@svc/contract/ingest';
import type { TestCase } from 'vitest/node';
import type { RunEnd } from '@svc/reporter-core/session/execution-status';
import type { RunRecord } from './run-record.ts';
import { titlePath } from './title-path.ts';

/** Why not every test of the project had its chance; undefined when every one had. */
export function partialReasons(record: RunRecord, end: RunEnd): PartialReason[] | undefined {
  const { config } = record.vitest;
  const reasons: PartialReason[] = [];
  if (isFiltered(record)) reasons.push('filter');
  if (record.isRerun || config.changed || config.related?.length) reasons.push('changed');
  const isBailed = end === 'interrupted' && record.cancelReason === 'test-failure';
  if (isBailed) reasons.push('bail');
  return reasons.length > 0 ? reasons : undefined;
}

/**
 * Whether the user's filter left the test out. Vitest reports such a test as skipped, in the same
 * words as `test.skip`, so a name filter is applied again. By lines and tags it cannot be: there
 * every test that is statically skipped counts as left out.
 */
export function isLeftOut(test: TestCase, { vitest, narrowed }: RunRecord): boolean {
  if (test.options.mode !== 'skip' || test.result().state !== 'skipped') return false;
  const { testNamePattern } = vitest.config;
  if (narrowed.has(test.module.id) || hasTagsFilter(vitest.config)) return true;
  return testNamePattern !== undefined && !matches(test, testNamePattern);
}

function isFiltered({ vitest, narrowed }: RunRecord): boolean {
  const { testNamePattern, project } = vitest.config;
  return (
    testNamePattern !== undefined ||
    narrowed.size > 0 ||
    hasTagsFilter(vitest.config) ||
    project.length > 0 ||
    hasFileFilter(vitest)
  );
}

/** Tags can be filtered by since Vitest 4.1. */
function hasTagsFilter({ tagsFilter }: { tagsFilter?: string[] | undefined }): boolean {
  return tagsFilter !== undefined && tagsFilter.length > 0;
}

/** The words behind `vitest run`. Nothing public tells them; without this property a run counts as whole. */
function hasFileFilter(vitest: object): boolean {
  if (!('filenamePattern' in vitest)) return false;
  return Array.isArray(vitest.filenamePattern) && vitest.filenamePattern.length > 0;
}

/** Vitest 3 and 4 match against titles joined by a space, 5 against ` > `. */
function matches(test: TestCase, pattern: RegExp): boolean {
  // Without its flags g and y, which would make the answer depend on the one before.
  const plain = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  const titles = titlePath(test);
  return plain.test(titles.join(' ')) || plain.test(titles.join(' > '));
}
