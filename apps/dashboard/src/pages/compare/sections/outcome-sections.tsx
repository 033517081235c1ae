import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatCount, formatCounted } from '../../../format/count.ts';
import { ComparedRow } from './compared-row.tsx';
import { ComparedSection } from './compared-section.tsx';

interface SectionProps {
  comparison: Comparison;
}

/** Tests that passed in the base and fail in the head, with their errors. */
export function Regressions({ comparison }: SectionProps) {
  const { regressions, summary } = comparison;
  if (summary.regressions === 0) return null;
  return (
    <ComparedSection
      id="regressions"
      glyph="failed"
      title="Regressions"
      meta={`${formatCount(summary.regressions)}, passed in base, failed in head`}
      total={summary.regressions}
      rows={regressions.map((test) => (
        <ComparedRow key={test.testId} test={test} {...idsOf(comparison)} withError>
          {test.retries > 0 && (
            <span className="chip">{formatCounted(test.retries, 'retry', 'retries')}</span>
          )}
        </ComparedRow>
      ))}
    />
  );
}

/** Tests that failed in the base and pass in the head. */
export function Improvements({ comparison }: SectionProps) {
  const { improvements, summary } = comparison;
  if (summary.improvements === 0) return null;
  return (
    <ComparedSection
      id="improvements"
      glyph="passed"
      title="Improvements"
      meta={`${formatCount(summary.improvements)}, failed in base, passed in head`}
      total={summary.improvements}
      rows={improvements.map((test) => (
        <ComparedRow key={test.testId} test={test} {...idsOf(comparison)}>
          {test.head?.flaky === true && (
            <span className="chip flaky" title="It passed on retry: one pass proves little">
              <StatusGlyph status="flaky" size={12} label={null} /> flaky
            </span>
          )}
        </ComparedRow>
      ))}
    />
  );
}

/** Tests that fail in both, and those that became flaky. */
export function StillFailing({ comparison }: SectionProps) {
  const { stillFailing, newlyFlaky, summary } = comparison;
  const total = summary.stillFailing + summary.newlyFlaky;
  if (total === 0) return null;
  return (
    <ComparedSection
      id="still"
      glyph={summary.stillFailing > 0 ? 'failed' : 'flaky'}
      title="Still failing, newly flaky"
      meta={`${formatCount(summary.stillFailing)} and ${formatCount(summary.newlyFlaky)}`}
      total={total}
      rows={[
        ...stillFailing.map((test) => (
          <ComparedRow key={test.testId} test={test} {...idsOf(comparison)} withError />
        )),
        ...newlyFlaky.map((test) => (
          <ComparedRow key={test.testId} test={test} {...idsOf(comparison)} withError>
            <span className="dim">attempt {test.retries + 1}</span>
          </ComparedRow>
        )),
      ]}
    />
  );
}

/** Tests that are on one side only. */
export function NewAndRemoved({ comparison }: SectionProps) {
  const { newTests, removedTests, summary } = comparison;
  const total = summary.newTests + summary.removedTests;
  if (total === 0) return null;
  return (
    <ComparedSection
      id="new"
      glyph="new"
      title="New and removed"
      meta={`${formatCount(summary.newTests)} new, ${formatCount(summary.removedTests)} removed`}
      total={total}
      rows={[
        ...newTests.map((test) => (
          <ComparedRow key={test.testId} test={test} {...idsOf(comparison)} missing="new" withError>
            {isFailure(test) && <span className="chip fail">new, failing</span>}
          </ComparedRow>
        )),
        ...removedTests.map((test) => (
          <ComparedRow key={test.testId} test={test} {...idsOf(comparison)} missing="removed" />
        )),
      ]}
    />
  );
}

function isFailure({ head }: ComparedTest): boolean {
  return head?.status === 'failed' || head?.status === 'timedOut';
}

function idsOf({ base, head }: Comparison): { baseId: string; headId: string } {
  return { baseId: base.id, headId: head.id };
}
