import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmByName } from '../../../components/forms/confirm-by-name.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { NameForm } from '../../../components/forms/name-form.tsx';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { useAccount, usePermissions } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { openOrganization } from '../../../server/other-organization.ts';
import { trpc } from '../../../server/trpc.ts';
import { GuardedButton } from '../guarded-button.tsx';

/** The organization's name, and its end. */
export function OrganizationSection() {
  const organization = useAccount()?.activeOrganization;
  return (
    <>
      <PageHead title="Organization">What all members of it see.</PageHead>
      {organization == null ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <Rename key={organization.id} name={organization.name} />
          <NewOrganization />
          <Delete name={organization.name} />
        </>
      )}
    </>
  );
}

function Rename({ name }: { name: string }) {
  const { adminsOnly } = usePermissions();
  const rename = useMutation(
    trpc.organizations.rename.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(),
    }),
  );
  return (
    <Panel title="Name">
      <NameForm
        label="Name of the organization"
        name={name}
        action="Rename"
        refusal={adminsOnly}
        rename={rename}
      />
    </Panel>
  );
}

function NewOrganization() {
  const account = useAccount();
  const [name, setName] = useState('');
  const create = useMutation(
    trpc.organizations.create.mutationOptions({ onSuccess: openOrganization }),
  );
  if (account?.mayCreateOrganizations !== true) return null;
  return (
    <Panel title="Another organization" meta="with its own members, keys and executions">
      <form
        className="pad stack settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name });
        }}
      >
        <Field
          label="Name of the new organization"
          value={name}
          required
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
        <div>
          <button
            className="btn"
            type="submit"
            disabled={name.trim() === '' || create.isPending || create.isSuccess}
          >
            Create organization
          </button>
        </div>
        <Problem error={create.error} title="The organization could not be created." />
      </form>
    </Panel>
  );
}

function Delete({ name }: { name: string }) {
  const { ownersOnly } = usePermissions();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(
    trpc.organizations.delete.mutationOptions({ onSuccess: openOrganization }),
  );
  return (
    <Panel title="Delete">
      <div className="pad stack">
        <p className="mid">
          Deletes every execution, test, file, key and setting of the organization. Its keys and
          members are refused at once; the data is erased within the hour.
        </p>
        <div>
          <GuardedButton
            refusal={ownersOnly}
            className="btn danger"
            onClick={() => setAsking(true)}
          >
            Delete organization
          </GuardedButton>
          {ownersOnly !== undefined && <p className="sub">{ownersOnly}</p>}
        </div>
      </div>
      {isAsking && (
        <ConfirmByName
          title={`Delete “${name}”?`}
          name={name}
          action="Delete organization"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ name })}
          onClose={() => setAsking(false)}
        >
          <p className="mid">
            This cannot be undone. A backup of the database is the only way back.
          </p>
        </ConfirmByName>
      )}
    </Panel>
  );
}
