import { CLASS_WORDS, classOf } from '@svc/analysis/verdict-words';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { FormulaLabel } from '../../../../components/figures/formula-label.tsx';
import { ClassName } from '../../../../components/status/class-chip.tsx';
import { TimeAgo } from '../../../../components/text/time.tsx';
import { verdictSentence } from '../../../../components/verdicts/verdict-sentence.ts';
import { formatConfidence, formatPercent } from '../../../../format/rate.ts';
import { ActionPlan } from './action-plan.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { VerdictFeedback } from './verdict-feedback.tsx';

interface VerdictCardProps {
  analysis: Analysis;
  verdict: FailureVerdict;
}

/** The class of a failure with what speaks for it and against it, what to do, and who corrected it. */
export function VerdictCard({ analysis, verdict }: VerdictCardProps) {
  const { classification, needsHuman, runnerUp, correctedBy } = verdict;
  const shown = classOf(verdict);
  const isCorrected = shown !== classification;
  const isUnsure = needsHuman && correctedBy === null;
  return (
    <div className="verdict">
      <header className="vh">
        <h3>
          <ClassName classification={shown} />
        </h3>
        {isCorrected ? <span className="chip">corrected</span> : <Confidence verdict={verdict} />}
        {!isCorrected && (
          <span className="sub nowrap">
            runner-up {runnerUp.classification} {formatPercent(runnerUp.confidence)}
          </span>
        )}
        {isUnsure && (
          <span className="chip warn" title="A person should look before anyone acts on it.">
            needs a person
          </span>
        )}
        <span className="push sub only-wide">
          analysed <TimeAgo at={analysis.analyzedAt} />
        </span>
      </header>
      <p className="sum">
        {isCorrected
          ? `A person called it ${CLASS_WORDS[shown]}. The classifier called it ${CLASS_WORDS[classification]}, ${formatConfidence(verdict.confidence)}.`
          : verdictSentence(verdict)}
        {isUnsure && ` A person should look before anyone acts${otherWay(verdict)}.`}
      </p>
      <EvidenceList verdict={verdict} />
      <ActionPlan
        key={shown}
        plan={verdict.actionPlan}
        planClass={classification}
        shownClass={shown}
        isAwaited={correctedBy !== null && correctedBy.at > analysis.analyzedAt}
      />
      <VerdictFeedback analysis={analysis} verdict={verdict} />
    </div>
  );
}

function Confidence({
  verdict: { confidence, classification, evidence },
}: {
  verdict: Pick<FailureVerdict, 'confidence' | 'classification' | 'evidence'>;
}) {
  const followsPerson = evidence.some(
    ({ kind, supports }) => kind === 'feedback' && supports === classification,
  );
  return (
    <span className="conf">
      <span className="trk" aria-hidden="true">
        <i style={{ width: `${Math.round(confidence * 100)}%` }} />
      </span>
      {followsPerson ? (
        <FormulaLabel
          name="Confidence"
          formula="a person's answer on this fingerprint"
          caveat="The verdict follows it. Nothing was calculated."
        >
          {formatConfidence(confidence)}
        </FormulaLabel>
      ) : (
        <FormulaLabel
          name="Confidence"
          formula="calibrated probability of the class"
          caveat={`Of verdicts given with ${confidence.toFixed(2)}, about ${Math.round(confidence * 100)} in 100 should hold.`}
        >
          {formatConfidence(confidence)}
        </FormulaLabel>
      )}
    </span>
  );
}

/** The sentence of an improbable verdict names the other class itself. */
function otherWay({ confidence, runnerUp }: FailureVerdict): string {
  return confidence >= 0.5 ? `: it may be ${CLASS_WORDS[runnerUp.classification]}` : '';
}
