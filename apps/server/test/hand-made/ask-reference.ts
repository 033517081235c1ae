import type { FailurePhase, FailureSort } from '@svc/contract/history/failures';
import type { FlakySort } from '@svc/contract/history/flaky-tests';
import type { Granularity } from '@svc/contract/history/trends';
import { countedOf, type Asked } from '../reference/asked.ts';
import { startOfDate } from '../reference/calendar.ts';
import { referenceComparison } from '../reference/answers/compare.ts';
import { historyOf } from '../reference/evidence.ts';
import { executionsOf, type Upload } from '../reference/executions.ts';
import { newestSpeaking, referenceFailures } from '../reference/answers/failures.ts';
import { referenceFlakyTests } from '../reference/answers/flaky-tests.ts';
import { referenceMetrics } from '../reference/answers/metrics.ts';
import type { Result } from '../reference/results.ts';
import { referenceTestDetail, referenceTests } from '../reference/answers/tests.ts';
import { referenceTrends } from '../reference/answers/trends.ts';
import type { Asker, Query } from './asker.ts';

/** An asker that uses the reference implementation. */
export function askReference(
  uploads: readonly Upload[],
  fingerprintOf: (result: Result) => string | null,
): Asker {
  const executions = executionsOf(uploads);
  const history = historyOf(executions);
  const executionOf = (reference = '', among = executions) => {
    const branch = /^branch:(.*)/.exec(reference)?.[1];
    const found =
      branch === undefined
        ? executions.find(({ id }) => id === reference)
        : newestSpeaking(among, 'shop', branch);
    if (found === undefined) throw new Error(`there is no execution ${reference}`);
    return found;
  };
  return {
    metrics: (query) => Promise.resolve(referenceMetrics(executions, askedOf(query))),
    trends: (query) =>
      Promise.resolve(
        referenceTrends(executions, {
          ...askedOf(query),
          granularity: (query['granularity'] ?? 'daily') as Granularity,
          timezone: query['timezone'] ?? 'UTC',
        }),
      ),
    flakyTests: (query) =>
      Promise.resolve(
        referenceFlakyTests(history, {
          ...askedOf(query),
          minRuns: Number(query['minRuns'] ?? 5),
          sort: (query['sort'] ?? 'rate') as FlakySort,
          search: query['search'],
        }),
      ),
    tests: (query) =>
      Promise.resolve(
        referenceTests(history, {
          ...askedOf(query),
          recent: Number(query['recent'] ?? 20),
          search: query['search'],
          file: query['file'],
        }),
      ),
    test: (testId, query) => {
      const project = history.runs.find((run) => run.testId === testId)?.execution.project;
      const asked = askedOf(query);
      const { filter } = countedOf(executions, { ...asked, project });
      return Promise.resolve(referenceTestDetail(history, testId, { ...asked, ...filter }));
    },
    failures: (query) =>
      Promise.resolve(
        referenceFailures(
          executions,
          {
            ...askedOf(query),
            sort: (query['sort'] ?? 'count') as FailureSort,
            phase: query['phase'] as FailurePhase | undefined,
          },
          fingerprintOf,
        ),
      ),
    compare: (query) => {
      const head = executionOf(query['head']);
      // A branch is compared with as it was before the head.
      const before = executions.filter(({ startedAt }) => startedAt < head.startedAt);
      const base = executionOf(query['base'], before);
      return Promise.resolve(
        referenceComparison(
          { base, head, executions },
          {
            durationThreshold: Number(query['durationThreshold'] ?? 0.2),
            minDurationMs: Number(query['minDurationMs'] ?? 50),
          },
          fingerprintOf,
        ),
      );
    },
  };
}

function askedOf({ from = '', to = '', timezone = 'UTC', ...query }: Query): Asked {
  const at = (text: string) =>
    text.includes('T') ? Date.parse(text) : startOfDate(text, timezone);
  return {
    from: at(from),
    to: at(to),
    project: query['project'],
    branch: query['branch'],
    framework: query['framework'],
    environment: query['environment'],
    source: query['source'] as Asked['source'],
  };
}
