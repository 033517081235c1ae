import type { ListedProject } from '@svc/contract/projects';
import { useMutation } from '@tanstack/react-query';
import { ConfirmByName } from '../../../components/forms/confirm-by-name.tsx';
import { formatCount } from '../../../format/count.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** Deletes a project once its name is typed. */
export function DeleteProject({
  project,
  onClose,
}: {
  project: ListedProject;
  onClose: () => void;
}) {
  const { name, executions } = project;
  const remove = useMutation(
    trpc.projects.delete.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries();
        onClose();
      },
    }),
  );
  return (
    <ConfirmByName
      title={`Delete “${name}”?`}
      name={name}
      action="Delete project"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ name })}
      onClose={onClose}
    >
      <p className="mid">
        Deletes {formatCount(executions, 'execution')} with their tests, failures and files. This
        cannot be undone.{' '}
        {remove.isPending && 'Deleting. A thousand executions take about a second.'}
      </p>
    </ConfirmByName>
  );
}
