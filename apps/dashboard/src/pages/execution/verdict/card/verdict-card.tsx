import { CLASS_WORDS } from '@svc/analysis/verdicts/class-words';
import { toCandidates, deriveLabel, type Label } from '@svc/analysis/verdicts/verdict-label';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { FormulaLabel } from '../../../../components/figures/formula-label.tsx';
import { ClassName } from '../../../../components/status/class-name.tsx';
import { formatCandidates } from '../../../../components/status/label-chip.tsx';
import { toPlainText } from '../../../../components/text/plain-text.ts';
import { TimeAgo } from '../../../../components/text/time.tsx';
import { describeVerdict } from '../../../../components/verdicts/verdict-sentence.ts';
import { formatConfidence, formatPercent } from '../../../../format/rate.ts';
import { ActionPlan } from './action-plan.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { VerdictCorrection } from './verdict-correction.tsx';

interface VerdictCardProps {
  analysis: Analysis;
  verdict: FailureVerdict;
}

/** The class of a failure with the evidence for and against it, what to do, and who corrected it. */
export function VerdictCard({ analysis, verdict }: VerdictCardProps) {
  const { classification, confidence, needsHuman, correctedBy, suggestion } = verdict;
  const shown = deriveLabel(verdict);
  const own = deriveLabel({ classification, confidence });
  const isCorrected = shown !== own;
  const isDoubted = needsHuman && correctedBy === null;
  return (
    <div className="verdict">
      <header className="vh">
        <h3>
          <ClassName classification={shown} />
        </h3>
        {isCorrected ? <span className="chip">corrected</span> : <Sureness verdict={verdict} />}
        {isDoubted && (
          <span className="chip warn" title="A person should look before anyone acts on it.">
            needs a person
          </span>
        )}
        <span className="push sub only-wide">
          analysed <TimeAgo at={analysis.analyzedAt} />
        </span>
      </header>
      <p className="sum">
        {isCorrected && shown !== 'unsure'
          ? `A person called it ${CLASS_WORDS[shown].noun}. ${ownWords(own, verdict)}.`
          : describeVerdict(verdict)}
        {shown === 'unsure' && ` ${toPlainText(suggestion)}.`}
        {isDoubted &&
          shown !== 'unsure' &&
          ` A person should look before anyone acts${formatRunnerUp(verdict)}.`}
      </p>
      <EvidenceList verdict={verdict} />
      <ActionPlan
        key={shown}
        plan={verdict.actionPlan}
        planClass={own}
        shownClass={shown}
        isAwaited={correctedBy !== null && correctedBy.at > analysis.analyzedAt}
      />
      <VerdictCorrection analysis={analysis} verdict={verdict} />
    </div>
  );
}

/** How sure the verdict is of its class, or the candidates of an unsure one. */
function Sureness({ verdict }: { verdict: FailureVerdict }) {
  const { runnerUp } = verdict;
  if (deriveLabel(verdict) === 'unsure') {
    return <span className="sub">{formatCandidates(toCandidates(verdict))}</span>;
  }
  return (
    <>
      <Confidence verdict={verdict} />
      <span className="sub nowrap">
        next likely {runnerUp.classification} {formatPercent(runnerUp.confidence)}
      </span>
    </>
  );
}

/** What the classifier said before a person did. */
function ownWords(own: Label, { confidence }: FailureVerdict): string {
  return own === 'unsure'
    ? 'The classifier was unsure'
    : `The classifier called it ${CLASS_WORDS[own].noun}, ${formatConfidence(confidence)}`;
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
          definition="read/definitions#verdicts"
          formula="a person's correction of this cause"
          caveat="The verdict follows it. Nothing was calculated."
        >
          {formatConfidence(confidence)}
        </FormulaLabel>
      ) : (
        <FormulaLabel
          name="Confidence"
          definition="read/definitions#verdicts"
          formula="calibrated probability of the class"
          caveat={`About ${formatPercent(confidence)} of such verdicts should be right.`}
        >
          {formatConfidence(confidence)}
        </FormulaLabel>
      )}
    </span>
  );
}

function formatRunnerUp({ runnerUp }: FailureVerdict): string {
  return `: it may be ${CLASS_WORDS[runnerUp.classification].noun}`;
}
