import type { RetentionSettings } from '@svc/contract/settings';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/forms/field.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { usePermissions } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { SweepList } from './sweep-list.tsx';
import { GuardedButton } from '../guarded-button.tsx';

const FIELDS: readonly { name: keyof RetentionSettings; label: string; help: string }[] = [
  {
    name: 'resultsDays',
    label: 'Results, days',
    help: 'Results with their errors, steps and output. By the week of their upload.',
  },
  {
    name: 'artifactsDays',
    label: 'Files, days',
    help: 'Screenshots, videos, traces and other files that tests attached.',
  },
  {
    name: 'rollUpsDays',
    label: 'Executions, days',
    help: 'Executions with their counts, failures and states. Not less than results.',
  },
];

const TYPING_MS = 400;

/** For how many days each kind of data is kept. An empty field is without limit. */
export function RetentionForm({ settings }: { settings: RetentionSettings }) {
  const change = useMutation(
    trpc.settings.setRetention.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.settings.pathKey() }),
    }),
  );
  // Other settings, also those that somebody else saved, restart the fields. What saving answered stays.
  return (
    <DaysForm
      key={JSON.stringify(settings)}
      settings={settings}
      state={change}
      onSave={(edited) => change.mutate(edited)}
    />
  );
}

interface DaysFormProps {
  settings: RetentionSettings;
  /** Of the latest saving. */
  state: { isPending: boolean; isSuccess: boolean; error: unknown };
  onSave: (edited: RetentionSettings) => void;
}

function DaysForm({ settings, state, onSave }: DaysFormProps) {
  const { adminsOnly } = usePermissions();
  const [days, setDays] = useState(() => toTexts(settings));
  const isSame = FIELDS.every(({ name }) => days[name] === toTexts(settings)[name]);
  const [edited] = useDebouncedValue(days, TYPING_MS);
  const preview = useQuery(
    trpc.settings.previewRetention.queryOptions(isSame ? skipToken : parseSettings(edited), {
      // An impossible combination is refused, which saving says too.
      retry: false,
    }),
  );
  return (
    <form
      className="pad stack settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(parseSettings(days));
      }}
    >
      {FIELDS.map(({ name, label, help }) => (
        <Field
          key={name}
          label={label}
          help={help}
          type="number"
          min={1}
          max={36_500}
          placeholder="without limit"
          value={days[name]}
          disabled={adminsOnly !== undefined}
          onChange={({ target }) => setDays({ ...days, [name]: target.value })}
        />
      ))}
      {!isSame && preview.data !== undefined && (
        <div className="note warn">
          <div className="grow">
            <b className="strong">With these settings, the next sweep:</b>
            <SweepList sweep={preview.data.nextSweep} />
          </div>
        </div>
      )}
      <SaveRow isSame={isSame} state={state} />
      <Problem error={state.error} title="The settings could not be saved." />
    </form>
  );
}

function SaveRow({ isSame, state }: Pick<DaysFormProps, 'state'> & { isSame: boolean }) {
  const { adminsOnly } = usePermissions();
  return (
    <div className="row">
      <GuardedButton
        refusal={adminsOnly}
        className="btn"
        type="submit"
        disabled={isSame || state.isPending}
      >
        Save
      </GuardedButton>
      {adminsOnly !== undefined && <span className="sub">{adminsOnly}</span>}
      <span className="sub" role="status">
        {isSame && state.isSuccess && 'Saved.'}
      </span>
    </div>
  );
}

function parseSettings(days: Texts): RetentionSettings {
  return {
    resultsDays: parseDays(days.resultsDays),
    artifactsDays: parseDays(days.artifactsDays),
    rollUpsDays: parseDays(days.rollUpsDays),
  };
}

type Texts = Record<keyof RetentionSettings, string>;

function toTexts(settings: RetentionSettings): Texts {
  return {
    resultsDays: formatDays(settings.resultsDays),
    artifactsDays: formatDays(settings.artifactsDays),
    rollUpsDays: formatDays(settings.rollUpsDays),
  };
}

function parseDays(text: string): number | null {
  return text === '' ? null : Number(text);
}

function formatDays(days: number | null): string {
  return days === null ? '' : String(days);
}
