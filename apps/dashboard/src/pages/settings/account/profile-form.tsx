import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/forms/field.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** The name that members and the audit log show. */
export function ProfileForm({ name }: { name: string }) {
  const [typed, setTyped] = useState(name);
  const rename = useMutation(
    trpc.account.rename.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() }),
  );
  return (
    <form
      className="pad stack settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ name: typed });
      }}
    >
      <Field
        label="Your name"
        value={typed}
        required
        maxLength={100}
        autoComplete="name"
        onChange={({ target }) => setTyped(target.value)}
      />
      <div>
        <button className="btn" type="submit" disabled={typed.trim() === name || rename.isPending}>
          Save
        </button>
      </div>
      {rename.error !== null && (
        <Problem error={rename.error} title="The name could not be saved." />
      )}
    </form>
  );
}
