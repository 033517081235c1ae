import type { KnownFailures } from '@svc/contract/gate/known-failures';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { Choices } from '../../forms/choice-field.tsx';
import { Choice, FailureChoice } from './failure-choice.tsx';
import { collectFingerprints, listOfferedFailures, type FailureAtHand } from './known-failures.ts';

interface FailuresFieldProps {
  value: 'any' | readonly string[];
  known: Pick<UseQueryResult<KnownFailures>, 'data' | 'isPending' | 'isError'>;
  atHand: FailureAtHand | null;
  /** Nobody has chosen yet, and no failure is excused by default. */
  hasNoDefault: boolean;
  error: string | undefined;
  onChange: (value: 'any' | readonly string[]) => void;
}

/** Which failures of a test are excused: known ones, each with its pattern and where it was seen, or every one. */
export function FailuresField(props: FailuresFieldProps) {
  const { value, known, atHand, hasNoDefault, error, onChange } = props;
  const name = useId();
  const chosen = value === 'any' ? [] : value;
  const offered = listOfferedFailures(known.data?.items ?? [], { atHand, chosen });
  const own = collectFingerprints(atHand);
  const isAny = value === 'any';
  return (
    <Choices legend="Which failures" error={error}>
      {hasNoDefault && offered.length > 0 && (
        <p className="sub">
          None is chosen yet: the test was not flaky on two commits of the default branch in the
          last 30 days.
        </p>
      )}
      {offered.map((failure) => (
        <FailureChoice
          key={failure.fingerprint}
          failure={failure}
          defaultBranch={known.data?.defaultBranch ?? null}
          place={describeErrorPlace(failure.fingerprint, own)}
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
      {offered.length > 1 && (
        <p className="sub">The gate excuses a failure only if all of its errors are chosen.</p>
      )}
      <KnownState known={known} isEmpty={offered.length === 0} />
      <Choice
        id={`${name}-any`}
        isChosen={isAny}
        label="Every failure of this test"
        onChange={(isEvery) => onChange(isEvery ? 'any' : own)}
      >
        <span className="help">
          Even failures that never occurred before. A real regression of this test would pass the
          gate, too.
        </span>
      </Choice>
    </Choices>
  );
}

/** Whether the known failures are still awaited, are not known, or are none. */
function KnownState({ known, isEmpty }: Pick<FailuresFieldProps, 'known'> & { isEmpty: boolean }) {
  return (
    <>
      {known.isPending && <SkeletonRows rows={2} />}
      {known.isError && <p className="sub">The other failures of the test could not be loaded.</p>}
      {known.data !== undefined && isEmpty && (
        <p className="sub">No failure of this test is known from the last 90 days.</p>
      )}
    </>
  );
}

function describeErrorPlace(fingerprint: string, own: readonly string[]): string | null {
  const index = own.indexOf(fingerprint);
  if (index === -1) return null;
  return index === 0 ? 'This failure.' : 'Another error of this failure.';
}
