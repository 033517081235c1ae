import type { KnownFailure } from '@svc/contract/gate/known-failures';
import type { ReactNode } from 'react';
import { shortenFingerprint } from '../../../format/identity.ts';
import { FailurePattern } from '../../tests/failure-pattern.tsx';
import { TimeAgo } from '../../text/time.tsx';
import { buildOriginParts } from './failure-origin.ts';
import type { OfferedFailure } from './known-failures.ts';

interface FailureChoiceProps {
  failure: OfferedFailure;
  /** The project's. */
  defaultBranch: string | null;
  /** Where it is in the failure at hand; null if it is in others only. */
  place: string | null;
  isChosen: boolean;
  /** Every failure is chosen. */
  isFixed: boolean;
  onChange: (isChosen: boolean) => void;
}

/**
 * One failure of the test: its pattern, how often and where it was seen, and whether the default branch never had it.
 */
export function FailureChoice({ failure, defaultBranch, place, ...choice }: FailureChoiceProps) {
  const { fingerprint, pattern, seen } = failure;
  return (
    <Choice
      {...choice}
      id={`failure-${fingerprint}`}
      label={
        <span className="failure-choice">
          {pattern === undefined ? (
            <span className="mono">{shortenFingerprint(fingerprint)}</span>
          ) : (
            <FailurePattern pattern={pattern} />
          )}
        </span>
      }
    >
      <span className="help">
        {place !== null && <b className="strong">{place} </b>}
        {seen === null ? (
          'Not seen in the last 90 days'
        ) : (
          <Origin seen={seen} defaultBranch={defaultBranch} />
        )}{' '}
        <span className="mono">{shortenFingerprint(fingerprint)}</span>
      </span>
    </Choice>
  );
}

function Origin({ seen, defaultBranch }: { seen: KnownFailure; defaultBranch: string | null }) {
  return (
    <>
      {!seen.onDefaultBranch && (
        <>
          <span className="chip warn">never on the default branch</span>{' '}
        </>
      )}
      {buildOriginParts(seen, defaultBranch).map((part, at) =>
        typeof part === 'string' ? part : <bdi key={at}>{part.branch}</bdi>,
      )}
      , last <TimeAgo at={seen.lastSeenAt} />
    </>
  );
}

interface ChoiceProps {
  id: string;
  label: ReactNode;
  isChosen: boolean;
  isFixed?: boolean;
  onChange: (isChosen: boolean) => void;
  /** What the choice means, below its label. */
  children: ReactNode;
}

/** A checkbox in a box of its own, with its meaning below. */
export function Choice({ id, label, isChosen, isFixed = false, onChange, children }: ChoiceProps) {
  return (
    <div className="choice">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={isFixed}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <div id={`${id}-help`}>{children}</div>
      </div>
    </div>
  );
}
