import type { TestDetail } from '@svc/contract/history/tests';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { formatCounted } from '../../format/count.ts';
import { shortFingerprint } from '../../format/identity.ts';
import { SkeletonRows } from '../states/skeleton.tsx';
import { StatusGlyph } from '../status/status-glyph.tsx';
import { FailurePattern } from '../tests/failure-pattern.tsx';
import { TimeAgo } from '../text/time.tsx';
import { offeredFailures, type OfferedFailure } from './known-failures.ts';

interface FailuresFieldProps {
  value: 'any' | readonly string[];
  known: Pick<UseQueryResult<TestDetail>, 'data' | 'isPending' | 'isError'>;
  /** The failure that somebody looks at. */
  atHand: { fingerprint: string; pattern?: string | undefined } | null;
  error: string | undefined;
  onChange: (value: 'any' | readonly string[]) => void;
}

/** Which failures of a test are excused: known ones, each with its pattern and how often it was seen, or every one. */
export function FailuresField({ value, known, atHand, error, onChange }: FailuresFieldProps) {
  const name = useId();
  const chosen = value === 'any' ? [] : value;
  const offered = offeredFailures(known.data?.fingerprints ?? [], { atHand, chosen });
  const isAny = value === 'any';
  return (
    <fieldset
      className="choices"
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend>Which failures</legend>
      {offered.map((failure) => (
        <FailureChoice
          key={failure.fingerprint}
          failure={failure}
          isAtHand={failure.fingerprint === atHand?.fingerprint}
          isChosen={isAny || chosen.includes(failure.fingerprint)}
          isFixed={isAny}
          onChange={(isChosen) =>
            onChange(
              isChosen
                ? [...chosen, failure.fingerprint]
                : chosen.filter((one) => one !== failure.fingerprint),
            )
          }
        />
      ))}
      {known.isPending && <SkeletonRows rows={2} />}
      {known.isError && <p className="sub">The other failures of the test could not be loaded.</p>}
      {known.data !== undefined && offered.length === 0 && (
        <p className="sub">No failure of this test is known from the last 90 days.</p>
      )}
      <Choice
        id={`${name}-any`}
        isChosen={isAny}
        label="Every failure of this test"
        onChange={(isEvery) =>
          onChange(isEvery ? 'any' : atHand === null ? [] : [atHand.fingerprint])
        }
      >
        <span className="help">
          Also failures that nobody has seen yet: the gate would pass a real regression of this
          test.
        </span>
      </Choice>
      {error !== undefined && (
        <div className="err" id={`${name}-error`} role="alert">
          <StatusGlyph status="failed" size={14} label={null} />
          {error}
        </div>
      )}
    </fieldset>
  );
}

interface FailureChoiceProps {
  failure: OfferedFailure;
  isAtHand: boolean;
  isChosen: boolean;
  /** Every failure is chosen. */
  isFixed: boolean;
  onChange: (isChosen: boolean) => void;
}

function FailureChoice({ failure, isAtHand, ...choice }: FailureChoiceProps) {
  const { fingerprint, pattern, seen } = failure;
  return (
    <Choice
      {...choice}
      id={`failure-${fingerprint}`}
      label={
        <span className="failure-choice">
          {pattern === undefined ? (
            <span className="mono">{shortFingerprint(fingerprint)}</span>
          ) : (
            <FailurePattern pattern={pattern} />
          )}
        </span>
      }
    >
      <span className="help">
        {isAtHand && <b className="strong">This failure. </b>}
        {seen === null ? (
          'Not seen in the last 90 days'
        ) : (
          <>
            {formatCounted(seen.count, 'time')}, last <TimeAgo at={seen.lastSeenAt} />
          </>
        )}{' '}
        <span className="mono">{shortFingerprint(fingerprint)}</span>
      </span>
    </Choice>
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

function Choice({ id, label, isChosen, isFixed = false, onChange, children }: ChoiceProps) {
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
