import type { Classification } from '@svc/contract/executions/outcomes';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, TextArea } from '../forms/field.tsx';
import { toFieldErrors } from '../forms/field-errors.ts';
import { FormDialog } from '../layout/form-dialog.tsx';
import { TestName, TestPlace } from '../tests/test-name.tsx';
import { describeChoice, describeOtherTests } from './entry-words.ts';
import { FailuresField } from './failures/failures-field.tsx';
import { collectFingerprints, type FailureAtHand } from './failures/known-failures.ts';
import { QuarantineCreated } from './quarantine-created.tsx';
import {
  computeEnd,
  buildInitialDraft,
  computeOfferedDays,
  type QuarantineDraft,
} from './quarantine-draft.ts';
import { buildKnownFailuresQuery } from './quarantine-queries.ts';
import { SaveRefused } from './save-refused.tsx';
import { useSaveEntry } from './use-save-entry.ts';

export interface QuarantineDialogProps {
  test: { testId: string; titlePath: readonly string[]; file: string };
  /** Null if somebody looks at the test. */
  atHand: FailureAtHand | null;
  /** The entry to change; null for a new one. */
  entry: QuarantineEntry | null;
  /** How many other tests have the failure at hand. An entry is for one test. */
  otherTests?: number;
  /** The class of the failure at hand, where it is known. */
  classification?: Classification | null;
  onClose: () => void;
}

/** Quarantines failures of a test, or changes an entry. The server's reasons to refuse a field stand at the field. */
export function QuarantineDialog(props: QuarantineDialogProps) {
  const { test, atHand, otherTests = 0, classification = null, onClose } = props;
  // As it was when the form opened: what somebody else changes meanwhile is no change of this form.
  const [entry] = useState(props.entry);
  const [now] = useState(() => new Date());
  const own = collectFingerprints(atHand);
  const [draft, setDraft] = useState(() => buildInitialDraft(entry, { atHand: own, now }));
  const [{ first, last }] = useState(() => computeOfferedDays(draft.until, now));
  const [isRefused, setRefused] = useState(false);
  const known = useQuery(buildKnownFailuresQuery(test.testId));
  const { save, created, isPending, error } = useSaveEntry(entry, onClose);
  const change = (changes: Partial<QuarantineDraft>) => setDraft((was) => ({ ...was, ...changes }));
  if (created !== null) return <QuarantineCreated entry={created} onClose={onClose} />;

  // Those that the server would take itself: what only a fork or a branch had, its author can make.
  const defaults = known.data?.items.filter((failure) => failure.isDefault) ?? [];
  const fingerprints = draft.fingerprints ?? defaults.map(({ fingerprint }) => fingerprint);
  const hasFailure = fingerprints === 'any' || fingerprints.length > 0;
  const errors = toFieldErrors(error);
  const submit = () => {
    setRefused(!hasFailure);
    if (hasFailure) save(draft, { testId: test.testId, fingerprints });
  };
  return (
    <FormDialog
      title={entry === null ? 'Quarantine failures of a test' : 'Edit quarantine'}
      action={entry === null ? 'Quarantine' : 'Save'}
      isReady={!isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <QuarantinedTest test={test} otherTests={otherTests} classification={classification} />
      <FailuresField
        value={fingerprints}
        known={known}
        atHand={atHand}
        hasNoDefault={draft.fingerprints === null && defaults.length === 0}
        error={isRefused && !hasFailure ? 'Choose at least one failure.' : errors['fingerprints']}
        onChange={(chosen) => change({ fingerprints: chosen })}
      />
      <EntryFields draft={draft} first={first} last={last} errors={errors} onChange={change} />
      {hasFailure && draft.until !== '' && (
        <p className="note effect" role="status">
          {describeChoice(fingerprints, { own, until: computeEnd(draft, entry) })}
        </p>
      )}
      {error !== null && Object.keys(errors).length === 0 && (
        <SaveRefused
          error={error}
          testId={test.testId}
          fingerprints={fingerprints === 'any' ? 'any' : [...fingerprints]}
          entry={entry}
        />
      )}
    </FormDialog>
  );
}

type QuarantinedTestProps = Required<
  Pick<QuarantineDialogProps, 'test' | 'otherTests' | 'classification'>
>;

/** The test, and what speaks against a quarantine. */
function QuarantinedTest({ test, otherTests, classification }: QuarantinedTestProps) {
  return (
    <>
      <div>
        <div className="strong">
          <TestName titlePath={test.titlePath} />
        </div>
        <TestPlace file={test.file} />
        {otherTests > 0 && (
          <p className="sub">{describeOtherTests(otherTests)} Each needs an entry of its own.</p>
        )}
      </div>
      {classification === 'REAL_BUG' && (
        <p className="note warn">
          The verdict on this failure is REAL_BUG. The gate would let a bug of the product pass.
        </p>
      )}
    </>
  );
}

interface EntryFieldsProps {
  draft: QuarantineDraft;
  /** The days that can be chosen. */
  first: string;
  last: string;
  errors: ReturnType<typeof toFieldErrors>;
  onChange: (changes: Partial<QuarantineDraft>) => void;
}

/** Why, whose and until when. */
function EntryFields({ draft, first, last, errors, onChange }: EntryFieldsProps) {
  return (
    <>
      <TextArea
        label="Reason"
        required
        rows={2}
        maxLength={1000}
        data-autofocus
        value={draft.reason}
        placeholder="Why it may fail for now, such as the address of an issue"
        error={errors['reason'] ?? null}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <div className="grid g-2 filter-fields">
        <Field
          label="Owner"
          value={draft.owner}
          maxLength={200}
          autoComplete="off"
          help="Who fixes it. Optional."
          error={errors['owner'] ?? null}
          onChange={({ target }) => onChange({ owner: target.value })}
        />
        <Field
          label="Until"
          type="date"
          required
          min={first}
          max={last}
          value={draft.until}
          help="The end of this day, at most 90 days ahead."
          error={errors['expiresAt'] ?? null}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      </div>
    </>
  );
}
