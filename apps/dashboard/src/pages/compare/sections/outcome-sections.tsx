import { formatCauseCount } from '@svc/analysis/causes/cause-words';
import type { Cause, CauseList } from '@svc/contract/executions/causes';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatNumber, formatCount } from '../../../format/count.ts';
import { renderRowsByCause } from './cause-rows.tsx';
import { ComparedRow } from './compared-row.tsx';
import { ComparedSection } from './compared-section.tsx';

interface SectionProps {
  comparison: Comparison;
}

/** Tests that passed in the base and fail in the head, with their errors. */
export function Regressions({ comparison }: SectionProps) {
  const { regressions, summary, causes } = comparison;
  if (summary.regressions === 0) return null;
  return (
    <ComparedSection
      id="regressions"
      glyph="failed"
      title="Regressions"
      meta={`${countWords(summary.regressions, causes.regressions)}, passed in base, failed in head`}
      total={causes.regressions.total}
      noun="causes"
      rows={renderRowsByCause({
        comparison,
        tests: regressions,
        causes: causes.regressions,
        glyph: 'failed',
        fingerprintOf: ({ fingerprint }) => fingerprint,
        listOf: (answer) => answer.regressions,
        rowOf: (test, cause) => (
          <ComparedRow key={test.testId} test={test} {...buildRowProps(comparison, cause)}>
            {test.retries > 0 && (
              <span className="chip">{formatCount(test.retries, 'retry', 'retries')}</span>
            )}
          </ComparedRow>
        ),
      })}
    />
  );
}

/** Tests that failed in the base and pass in the head, by the failure that is gone. */
export function Improvements({ comparison }: SectionProps) {
  const { improvements, summary, causes } = comparison;
  if (summary.improvements === 0) return null;
  return (
    <ComparedSection
      id="improvements"
      glyph="passed"
      title="Improvements"
      meta={`${countWords(summary.improvements, causes.improvements)}, failed in base, passed in head`}
      total={causes.improvements.total}
      noun="causes"
      rows={renderRowsByCause({
        comparison,
        tests: improvements,
        causes: causes.improvements,
        glyph: 'passed',
        fingerprintOf: ({ baseFingerprint }) => baseFingerprint,
        listOf: (answer) => answer.improvements,
        rowOf: (test, cause) => (
          <ComparedRow
            key={test.testId}
            test={test}
            {...pickIds(comparison)}
            isOfCause={cause !== null}
          >
            {test.head?.flaky === true && (
              <span
                className="chip flaky"
                title="It passed only on retry, so it may still be flaky"
              >
                <StatusGlyph status="flaky" size={12} label={null} /> flaky
              </span>
            )}
          </ComparedRow>
        ),
      })}
    />
  );
}

/** Tests that fail in both, and those that became flaky. */
export function StillFailing({ comparison }: SectionProps) {
  const { stillFailing, newlyFlaky, summary, causes } = comparison;
  if (summary.stillFailing + summary.newlyFlaky === 0) return null;
  return (
    <ComparedSection
      id="still"
      glyph={summary.stillFailing > 0 ? 'failed' : 'flaky'}
      title="Still failing, newly flaky"
      meta={`${countWords(summary.stillFailing, causes.stillFailing)}${formatOtherErrors(summary.otherErrors)} and ${formatNumber(summary.newlyFlaky)}`}
      total={causes.stillFailing.total + summary.newlyFlaky}
      rows={[
        ...renderRowsByCause({
          comparison,
          tests: stillFailing,
          causes: causes.stillFailing,
          glyph: 'failed',
          fingerprintOf: ({ fingerprint }) => fingerprint,
          listOf: (answer) => answer.stillFailing,
          rowOf: (test, cause) => (
            <ComparedRow key={test.testId} test={test} {...buildRowProps(comparison, cause)}>
              {test.otherError && (
                <span
                  className="chip fail"
                  title="It failed in the base, too, but not with this error"
                >
                  another error
                </span>
              )}
            </ComparedRow>
          ),
        }),
        ...newlyFlaky.map((test) => (
          <ComparedRow key={test.testId} test={test} {...pickIds(comparison)} withError>
            <span className="dim">attempt {test.retries + 1}</span>
          </ComparedRow>
        )),
      ]}
    />
  );
}

/** Tests that are on one side only. */
export function NewAndRemoved({ comparison }: SectionProps) {
  const { newTests, removedTests, summary, causes } = comparison;
  if (summary.newTests + summary.removedTests === 0) return null;
  const others = summary.newTests - summary.newFailing + summary.removedTests;
  const row = (test: ComparedTest, cause: Cause | null) => (
    <ComparedRow key={test.testId} test={test} {...buildRowProps(comparison, cause)} missing="new">
      {isFailing(test) && <span className="chip fail">new, failing</span>}
    </ComparedRow>
  );
  return (
    <ComparedSection
      id="new"
      glyph="new"
      title="New and removed"
      meta={`${formatNumber(summary.newTests)} new, ${formatNumber(summary.removedTests)} removed`}
      total={causes.newFailing.total + others}
      rows={[
        ...renderRowsByCause({
          comparison,
          tests: newTests.filter(isFailing),
          causes: causes.newFailing,
          glyph: 'failed',
          fingerprintOf: ({ fingerprint }) => fingerprint,
          listOf: (answer) => answer.newTests,
          rowOf: row,
        }),
        ...newTests.filter((test) => !isFailing(test)).map((test) => row(test, null)),
        ...removedTests.map((test) => (
          <ComparedRow key={test.testId} test={test} {...pickIds(comparison)} missing="removed" />
        )),
      ]}
    />
  );
}

function isFailing({ head }: ComparedTest): boolean {
  return head !== null && isFailure(head.status);
}

function formatOtherErrors(count: number): string {
  return count === 0 ? '' : `, ${formatNumber(count)} with another error,`;
}

/** `434 (1 cause)`. */
function countWords(count: number, causes: CauseList): string {
  return `${formatNumber(count)}${formatCauseCount(count, causes)}`;
}

/** Of a cause that is known, the error stands above its tests. */
function buildRowProps(comparison: Comparison, cause: Cause | null) {
  const isOfCause = cause !== null;
  return { ...pickIds(comparison), isOfCause, withError: cause?.fingerprint == null };
}

function pickIds({ base, head }: Comparison): { baseId: string; headId: string } {
  return { baseId: base.id, headId: head.id };
}
