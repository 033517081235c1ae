import type { ListedProject } from '@svc/contract/projects';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { toFieldErrors } from '../../../components/forms/field-errors.ts';
import { FormDialog } from '../../../components/layout/form-dialog.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

type Chosen = 'automatic' | 'fixed';

const CHOICES: readonly { value: Chosen; label: string; help: string }[] = [
  {
    value: 'automatic',
    label: 'Automatic',
    help: 'The branch that most pull requests of the newest executions go into. Without pull requests: main, master, or the branch with most executions.',
  },
  {
    value: 'fixed',
    label: 'This branch',
    help: 'New executions do not change it.',
  },
];

/** Chooses the default branch of a project. */
export function DefaultBranchDialog({
  project: { name, defaultBranch, isDefaultBranchChosen },
  onClose,
}: {
  project: ListedProject;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Chosen>(isDefaultBranchChosen ? 'fixed' : 'automatic');
  const [branch, setBranch] = useState(defaultBranch ?? '');
  const edit = useMutation(
    trpc.projects.edit.mutationOptions({
      onSuccess: async () => {
        // Nearly every page reads the default branch.
        await queryClient.invalidateQueries();
        onClose();
      },
    }),
  );
  const error = toFieldErrors(edit.error)['defaultBranch'];
  return (
    <FormDialog
      title={`Default branch of “${name}”`}
      action="Save"
      isReady={!edit.isPending}
      width={520}
      onSubmit={() => edit.mutate({ name, defaultBranch: chosen === 'fixed' ? branch : null })}
      onClose={onClose}
    >
      <p className="mid">
        The default branch is the one the overview reports on. Flaky tests are judged by it, and
        changes are compared with it. Past executions count at once. API keys for pull requests may
        not upload executions of it.
      </p>
      <ChoiceField label="Default branch" value={chosen} onChange={setChosen} choices={CHOICES} />
      {chosen === 'fixed' && (
        <BranchField project={name} branch={branch} error={error} onChange={setBranch} />
      )}
      {error === undefined && (
        <Problem error={edit.error} title="The default branch could not be saved." />
      )}
    </FormDialog>
  );
}

interface BranchFieldProps {
  project: string;
  branch: string;
  error: string | undefined;
  onChange: (branch: string) => void;
}

/** A branch by its name. It offers the branches of the project, and warns of another one. */
function BranchField({ project, branch, error, onChange }: BranchFieldProps) {
  const list = useId();
  const { data } = useQuery(trpc.filters.options.queryOptions({ project }));
  const branches = data?.branches ?? [];
  const typed = branch.trim();
  const isKnown = typed === '' || data === undefined || branches.some(({ name }) => name === typed);
  return (
    <>
      <Field
        label="Branch"
        required
        maxLength={1_000}
        autoComplete="off"
        spellCheck={false}
        list={list}
        value={branch}
        error={error}
        help={isKnown ? undefined : 'This is none of the offered branches. Is it spelled right?'}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {branches.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
