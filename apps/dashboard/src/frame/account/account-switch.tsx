import { useAccount } from '../../server/account.ts';
import { AvatarButton } from './avatar-button.tsx';
import { OnFirstUse } from '../on-first-use.tsx';
import { lazyPart } from '../../server/load-code.ts';

const AccountMenu = lazyPart(() => import('./account-menu.tsx'), 'AccountMenu');

/** The account at the end of the header. */
export function AccountSwitch() {
  const name = useAccount()?.user?.email ?? '';
  return (
    <OnFirstUse closed={(props) => <AvatarButton name={name} {...props} />}>
      <AccountMenu />
    </OnFirstUse>
  );
}
