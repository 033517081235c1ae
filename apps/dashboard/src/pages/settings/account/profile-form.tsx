import { useMutation } from '@tanstack/react-query';
import { NameForm } from '../../../components/forms/name-form.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** The name that members and the audit log show. */
export function ProfileForm({ name }: { name: string }) {
  const rename = useMutation(
    trpc.account.rename.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() }),
  );
  return (
    <NameForm label="Your name" name={name} action="Save" autoComplete="name" rename={rename} />
  );
}
