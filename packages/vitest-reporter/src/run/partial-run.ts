import type { PartialReason } from '@svc/contract/executions/ingest';
import type { TestCase } from 'vitest/node';
import type { RunEnd } from '@svc/reporter-core/report/execution-status';
import { areFilesShard } from '@svc/reporter-core/options/split-shard';
import { getOwnShard, type RunRecord } from './run-record.ts';
import { titlePath } from '../results/module-lines.ts';

/** Why the run did not include every test of the project. Undefined if it did. */
export function findPartialReasons(record: RunRecord, end: RunEnd): PartialReason[] | undefined {
  const { config } = record.vitest;
  const reasons: PartialReason[] = [];
  if (isFiltered(record)) reasons.push('filter');
  if (record.isRerun || config.changed || config.related?.length) reasons.push('changed');
  const isBailed = end === 'interrupted' && record.cancelReason === 'test-failure';
  if (isBailed) reasons.push('bail');
  return reasons.length > 0 ? reasons : undefined;
}

/**
 * Whether the user's filter excluded the test. Vitest reports such a test as skipped, like `test.skip`, so the code
 * applies a name filter again. It cannot apply filters by line and tag: with those, every statically skipped test
 * counts as excluded.
 */
export function isLeftOut(test: TestCase, { vitest, narrowed }: RunRecord): boolean {
  if (test.options.mode !== 'skip' || test.result().state !== 'skipped') return false;
  const { testNamePattern } = vitest.config;
  if (narrowed.has(test.module.id) || hasTagsFilter(vitest.config)) return true;
  return testNamePattern !== undefined && !isMatch(test, testNamePattern);
}

function isFiltered({ vitest, narrowed }: RunRecord): boolean {
  const { testNamePattern, project } = vitest.config;
  return (
    testNamePattern !== undefined ||
    narrowed.size > 0 ||
    hasTagsFilter(vitest.config) ||
    project.length > 0 ||
    (hasFileFilter(vitest) && !areFilesShard(getOwnShard(vitest.config)))
  );
}

/** Vitest can filter by tags since 4.1. */
function hasTagsFilter({ tagsFilter }: { tagsFilter?: string[] | undefined }): boolean {
  return tagsFilter !== undefined && tagsFilter.length > 0;
}

/**
 * Whether `vitest run` has file arguments. No public API reports them. A run counts as complete if this property is
 * missing.
 */
function hasFileFilter(vitest: object): boolean {
  if (!('filenamePattern' in vitest)) return false;
  return Array.isArray(vitest.filenamePattern) && vitest.filenamePattern.length > 0;
}

/** Vitest 3 and 4 match titles joined with a space, Vitest 5 with ` > `. */
function isMatch(test: TestCase, pattern: RegExp): boolean {
  // Removes the flags g and y, which make each match depend on the previous one.
  const plain = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  const titles = titlePath(test);
  return plain.test(titles.join(' ')) || plain.test(titles.join(' > '));
}
