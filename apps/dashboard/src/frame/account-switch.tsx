import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { trpc } from '../server/trpc.ts';
import { AvatarButton } from './avatar-button.tsx';
import { OnFirstUse } from './on-first-use.tsx';

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })),
);

/** The account at the end of the header. */
export function AccountSwitch() {
  const whoami = useQuery(trpc.whoami.get.queryOptions({}));
  return (
    <OnFirstUse
      closed={(props) => <AvatarButton name={whoami.data?.credential.name ?? ''} {...props} />}
    >
      <AccountMenu />
    </OnFirstUse>
  );
}
