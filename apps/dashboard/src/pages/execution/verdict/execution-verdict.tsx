import type { Analysis } from '@svc/contract/analysis/analyses';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { ClassChip } from '../../../components/status/class-chip.tsx';
import { AfterAMoment } from '../../../components/states/skeleton.tsx';
import { classOf, countClasses } from '../../../components/verdicts/class-of.ts';
import { formatCount } from '../../../format/count.ts';
import { shortCommit } from '../../../format/identity.ts';
import { LongLine } from '../texts/long-line.tsx';
import { plainText } from '../texts/plain-text.ts';
import { canBeJudged } from './can-be-judged.ts';
import { useExecutionAnalysis } from './execution-analysis.ts';

/** The verdict on the whole execution: one sentence, and how many failures each class has. */
export function ExecutionVerdict({ summary }: { summary: ExecutionSummary }) {
  const { data, isPending, failureCount } = useExecutionAnalysis(summary);
  if (!canBeJudged(summary)) return null;
  if (data === undefined || data === null) {
    // The detail of each failure says why there is none, and offers to analyse it.
    if (!isPending || failureCount > 0) return null;
    return (
      <AfterAMoment>
        <div
          className="panel execution-verdict"
          aria-busy="true"
          role="status"
          aria-label="Loading"
        >
          <div className="skel" style={{ width: '70%' }} />
          <div className="skel" style={{ width: '30%' }} />
        </div>
      </AfterAMoment>
    );
  }
  return <Shown analysis={data} />;
}

function Shown({ analysis }: { analysis: Analysis }) {
  const { failures, failureCount, history } = analysis;
  const corrected = failures.filter((one) => classOf(one) !== one.classification).length;
  const hidden = failureCount - failures.length;
  // The cards of the failures show the rest.
  const notChecked = analysis.notChecked.filter(
    (text) => !failures.some((failure) => failure.notChecked.includes(text)),
  );
  return (
    <section className="panel execution-verdict" aria-label="Verdict on the execution">
      <p className="summary">
        <LongLine text={plainText(analysis.summary)} />
      </p>
      <div className="row wrap facts">
        <ul className="chips" aria-label="Failures by class">
          {countClasses(failures).map(({ classification, count }) => (
            <li key={classification} className="class-count">
              <ClassChip classification={classification} />{' '}
              <span className="tnum strong">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <span className="sub">of the {formatCount(failures.length)} most severe failures</span>
        )}
        {corrected > 0 && <span className="sub">{formatCount(corrected)} corrected by people</span>}
        <span className="sub">
          {formatCount(history.newFingerprints)} new, {formatCount(history.knownFingerprints)} seen
          before
        </span>
        {history.firstBad !== null && (
          <span className="sub">
            {history.lastGood !== null && (
              <>
                last good <span className="mono">{shortCommit(history.lastGood)}</span>,{' '}
              </>
            )}
            first bad <span className="mono">{shortCommit(history.firstBad)}</span>
          </span>
        )}
      </div>
      {notChecked.length > 0 && (
        <p className="sub">
          <b className="strong">Not checked:</b> {notChecked.join(' ')}
        </p>
      )}
    </section>
  );
}
