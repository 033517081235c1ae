import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../components/forms/field.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { Problem } from '../../components/states/problem.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { trpc } from '../../server/trpc.ts';
import { loadSitePage } from '../../server/site.ts';

/** For a user who is in no organization, such as after leaving the only one. */
export function NoOrganization({ mayCreate }: { mayCreate: boolean }) {
  const [name, setName] = useState('');
  const create = useMutation(
    trpc.organizations.create.mutationOptions({ onSuccess: () => loadSitePage('/') }),
  );
  return (
    <Empty
      isPage
      glyph={<StatusGlyph status="notRun" size={26} label={null} />}
      title="You are in no organization"
      action={
        mayCreate ? (
          <form
            className="stack narrow-form"
            onSubmit={(event) => {
              event.preventDefault();
              create.mutate({ name });
            }}
          >
            <Field
              label="Name of a new organization"
              value={name}
              required
              maxLength={100}
              onChange={({ target }) => setName(target.value)}
            />
            <button
              className="btn primary"
              type="submit"
              disabled={create.isPending || create.isSuccess}
            >
              Create organization
            </button>
            <Problem error={create.error} title="The organization could not be created." />
          </form>
        ) : undefined
      }
    >
      Ask an admin of an organization for an invitation{mayCreate ? ', or create your own' : ''}.
    </Empty>
  );
}
