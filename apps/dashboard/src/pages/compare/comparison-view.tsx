import type { Comparison } from '@svc/contract/executions/compare';
import { Empty } from '../../components/states/empty.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { describeUnchanged } from './compare-sentence.ts';
import { CompareSummary } from './compare-summary.tsx';
import { DurationsSection } from './sections/durations-section.tsx';
import { NotRunSection } from './sections/not-run-section.tsx';
import {
  Improvements,
  NewAndRemoved,
  Regressions,
  StillFailing,
} from './sections/outcome-sections.tsx';

/** The counts of a comparison and its sections, the gravest first. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { summary } = comparison;
  const { regressions, improvements, stillFailing, newTests, removedTests, notRun } = summary;
  const { newlyFlaky, slower, faster } = summary;
  const changes =
    regressions + improvements + stillFailing + newTests + removedTests + notRun + newlyFlaky;
  return (
    <>
      <CompareSummary comparison={comparison} />
      {changes + slower + faster === 0 && (
        <section className="panel">
          <Empty
            glyph={<StatusGlyph status="passed" size={26} label={null} />}
            title="Nothing changed"
          >
            {describeUnchanged(summary.baseTests)}. No duration changed by more than usual.
          </Empty>
        </section>
      )}
      <Regressions comparison={comparison} />
      <div className="section-pairs">
        <Improvements comparison={comparison} />
        <NotRunSection comparison={comparison} />
        <StillFailing comparison={comparison} />
        <NewAndRemoved comparison={comparison} />
      </div>
      <DurationsSection comparison={comparison} />
    </>
  );
}
