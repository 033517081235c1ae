import type { AggregatedResult, Config } from '@jest/reporters';
import type { IngestExecution, PartialReason } from '@svc/contract/executions/ingest';
import { areFilesShard } from '@svc/reporter-core/options/split-shard';
import type { SeenTest } from '../results/case-log.ts';

/** Why the run did not include every test of the project. Undefined if it did. */
export function findPartialReasons(
  config: Config.GlobalConfig,
  results: AggregatedResult | undefined,
): PartialReason[] | undefined {
  const reasons: PartialReason[] = [];
  if (isFiltered(config)) reasons.push('filter');
  if (isChanged(config)) reasons.push('changed');
  if (config.onlyFailures) reasons.push('last-failed');
  if (results !== undefined && isBailed(config, results)) reasons.push('bail');
  return reasons.length > 0 ? reasons : undefined;
}

/** The name filter as Jest applies it: to titles joined with a space, case-insensitive. */
export function buildNamePattern({ testNamePattern }: Config.GlobalConfig): RegExp | undefined {
  return testNamePattern ? new RegExp(testNamePattern, 'i') : undefined;
}

/** Whether the name filter excluded the test. Jest reports such a test as pending, like a skipped one. */
export function isLeftOut({ titlePath, final }: SeenTest, pattern: RegExp | undefined): boolean {
  return final?.status === 'pending' && pattern !== undefined && !pattern.test(titlePath.join(' '));
}

function isFiltered(config: Config.GlobalConfig): boolean {
  return (
    Boolean(config.testNamePattern) ||
    (config.runTestsByPath && !areFilesShard(getOwnShard(config))) ||
    (Boolean(config.filter) && !config.skipFilter) ||
    (hasPathPattern(config) && !config.findRelatedTests && !areFilesShard(getOwnShard(config))) ||
    hasProjectChoice(process.argv)
  );
}

/** Whether `jest` has path arguments: a text in Jest 29, an object with a list in Jest 30. */
function hasPathPattern(config: {
  testPathPattern?: string;
  testPathPatterns?: { patterns: readonly string[] };
}): boolean {
  return Boolean(config.testPathPattern) || (config.testPathPatterns?.patterns.length ?? 0) > 0;
}

/** Whether only some projects were selected. Jest does not report that to reporters. */
function hasProjectChoice(args: readonly string[]): boolean {
  return args.some((arg) => /^--(?:select|ignore)-?projects\b/i.test(arg));
}

function isChanged({
  onlyChanged,
  lastCommit,
  changedSince,
  findRelatedTests,
}: Config.GlobalConfig): boolean {
  return onlyChanged || lastCommit || Boolean(changedSince) || findRelatedTests;
}

function isBailed({ bail }: Config.GlobalConfig, results: AggregatedResult): boolean {
  const { numFailedTests, numTotalTestSuites, testResults } = results;
  return bail > 0 && numFailedTests >= bail && testResults.length < numTotalTestSuites;
}

/** The shard of Jest's option `shard`. */
export function getOwnShard({ shard }: Config.GlobalConfig): IngestExecution['shard'] {
  return shard && { index: shard.shardIndex, total: shard.shardCount };
}
