import { useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { areLetterKeysOn, setLetterKeys } from '../../../keyboard/letter-keys.ts';
import { useAccount } from '../../../server/account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { PasswordForm } from './password-form.tsx';
import { useMutation } from '@tanstack/react-query';
import { NameForm } from '../../../components/forms/name-form.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { SessionTable } from './session-table.tsx';

/** The user's own settings: name, password, sessions. */
export function AccountSection() {
  const user = useAccount()?.user;
  return (
    <>
      <PageHead title="Your account">{user?.email}</PageHead>
      {user == null ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <Panel title="Name">
            <ProfileForm name={user.name} />
          </Panel>
          {user.hasPassword && (
            <Panel title="Password">
              <PasswordForm />
            </Panel>
          )}
          <SessionTable />
          <Panel title="Keyboard">
            <LetterKeys />
          </Panel>
          <Panel title="Delete">
            <DeleteAccount email={user.email} hasPassword={user.hasPassword} />
          </Panel>
        </>
      )}
    </>
  );
}

function LetterKeys() {
  const [isOn, setOn] = useState(areLetterKeysOn);
  return (
    <label className="pad row">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          setLetterKeys(target.checked);
          setOn(target.checked);
        }}
      />
      Single letters are shortcuts, such as j and k in lists. This browser remembers it.
    </label>
  );
}

/** The name that members and the audit log show. */
function ProfileForm({ name }: { name: string }) {
  const rename = useMutation(
    trpc.account.rename.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() }),
  );
  return (
    <NameForm label="Your name" name={name} action="Save" autoComplete="name" rename={rename} />
  );
}
