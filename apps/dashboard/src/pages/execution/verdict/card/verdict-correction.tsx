import { deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { Correction, FailureVerdict } from '@svc/contract/analysis/verdicts';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { startTransition, Suspense, useRef, useState, type ComponentProps } from 'react';
import { Problem } from '../../../../components/states/problem.tsx';
import { TimeAgo } from '../../../../components/text/time.tsx';
import { useAccount } from '../../../../server/account.ts';
import { lazyPart } from '../../../../server/load-code.ts';
import { useCorrection } from './use-correction.ts';

const ClassMenu = lazyPart(() => import('./class-menu.tsx'), 'ClassMenu');

interface VerdictCorrectionProps {
  analysis: Analysis;
  verdict: FailureVerdict;
}

/** Who corrected a verdict, and for members of the organization the way to do it. */
export function VerdictCorrection({ analysis, verdict }: VerdictCorrectionProps) {
  const isMember = (useAccount()?.activeOrganization ?? null) !== null;
  const { classification, correctedBy } = verdict;
  const { correct, error, isPending } = useCorrection(analysis, verdict);
  const status = useRef<HTMLSpanElement>(null);
  if (!isMember && correctedBy === null) return null;
  const shown = deriveLabel(verdict);
  return (
    <footer className="vf">
      <span role="status" tabIndex={-1} ref={status}>
        <Question analysis={analysis} verdict={verdict} />
      </span>
      {isMember && (
        <>
          {correctedBy === null && shown !== 'unsure' && (
            <button
              className="btn sm"
              type="button"
              aria-disabled={isPending}
              onClick={() => {
                // The button goes away with the correction, and the focus would go with it.
                status.current?.focus();
                correct(classification);
              }}
            >
              <IconCheck size={14} stroke={1.5} aria-hidden /> Right
            </button>
          )}
          <ClassChoice shown={shown} isBusy={isPending} onChoose={correct} />
        </>
      )}
      <span className="sub push">
        {correctedBy === null
          ? 'Your choice also decides later failures of the same cause.'
          : 'It also decides later failures of the same cause.'}
      </span>
      <Problem error={error} title="Your choice could not be stored." />
    </footer>
  );
}

/** The menu of classes, which is loaded when it is used first. */
function ClassChoice(props: ComponentProps<typeof ClassMenu>) {
  const [isMenuUsed, setMenuUsed] = useState(false);
  return (
    <Suspense>
      {isMenuUsed ? (
        <ClassMenu {...props} />
      ) : (
        <button
          className="btn sm"
          type="button"
          aria-haspopup="menu"
          // As a transition, so that the button stays until the menu is loaded.
          onClick={() => startTransition(() => setMenuUsed(true))}
        >
          It is …
          <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </button>
      )}
    </Suspense>
  );
}

/** Whether the class is right, or who said so. */
function Question({ analysis, verdict }: VerdictCorrectionProps) {
  const { correctedBy } = verdict;
  const shown = deriveLabel(verdict);
  if (correctedBy === null) {
    return shown === 'unsure' ? 'Which class does it have?' : `Is ${shown} right?`;
  }
  return (
    <>
      <bdi>{correctedBy.by ?? 'A deleted account'}</bdi>{' '}
      {describeCorrection(verdict, correctedBy, analysis.analyzedAt)}{' '}
      <TimeAgo at={correctedBy.at} />
      {correctedBy.at < analysis.analyzedAt ? ', before this analysis.' : '.'}
    </>
  );
}

/** What a person did: a correction that is older than the analysis is part of its evidence. */
function describeCorrection(
  { classification, confidence }: FailureVerdict,
  correction: Correction,
  analyzedAt: string,
): string {
  if (correction.at < analyzedAt) return `called this failure ${correction.classification}`;
  if (deriveLabel({ classification, confidence }) === 'unsure')
    return `decided for ${correction.classification}`;
  return correction.classification === classification
    ? `confirmed ${classification}`
    : `corrected ${classification} to ${correction.classification}`;
}
