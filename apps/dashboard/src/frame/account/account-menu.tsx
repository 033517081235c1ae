import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChosenMark } from '../../components/layout/chosen-mark.tsx';
import { toDocsAddress } from '../../components/links/docs-link.tsx';
import { Problem } from '../../components/states/problem.tsx';
import { useAccount } from '../../server/account.ts';
import { signOut } from '../../server/sign-in.ts';
import { openOrganization } from '../../server/other-organization.ts';
import { trpc } from '../../server/trpc.ts';
import { AvatarButton } from './avatar-button.tsx';

/** Who is signed in, their organizations and settings, and the way out. */
export function AccountMenu() {
  const account = useAccount();
  const switching = useMutation(
    trpc.account.switchOrganization.mutationOptions({
      // Everything that the page has loaded belongs to the other organization.
      onSuccess: openOrganization,
    }),
  );
  const leaving = useMutation({ mutationFn: () => signOut() });
  const error = switching.error ?? leaving.error;
  const user = account?.user;
  return (
    <Menu position="bottom-end" width={260} shadow="md" defaultOpened>
      <Menu.Target>
        <AvatarButton name={user?.email ?? ''} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi className="menu-name">{user?.name}</bdi>
          <bdi className="menu-name">{user?.email}</bdi>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings/account">
          Your account
        </Menu.Item>
        <Menu.Item component="a" href={toDocsAddress()} target="_blank">
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Organizations
          account={account}
          isBusy={switching.isPending || switching.isSuccess}
          onSwitch={(organizationId) => switching.mutate({ organizationId })}
        />
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          disabled={leaving.isPending || leaving.isSuccess}
          onClick={() => leaving.mutate()}
        >
          Sign out
        </Menu.Item>
        <Problem error={error} title="This did not succeed." />
      </Menu.Dropdown>
    </Menu>
  );
}

interface OrganizationsProps {
  account: ReturnType<typeof useAccount>;
  isBusy: boolean;
  onSwitch: (organizationId: string) => void;
}

function Organizations({ account, isBusy, onSwitch }: OrganizationsProps) {
  const { organizations = [], activeOrganization } = account ?? {};
  return (
    <>
      <Menu.Label>Organizations</Menu.Label>
      <div className="menu-list">
        {organizations.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            closeMenuOnClick={false}
            disabled={isBusy}
            onClick={() => {
              if (id !== activeOrganization?.id) onSwitch(id);
            }}
            leftSection={<ChosenMark isShown={id === activeOrganization?.id} />}
            rightSection={<span className="sub">{role}</span>}
          >
            <bdi className="clip">{name}</bdi>
          </Menu.Item>
        ))}
      </div>
    </>
  );
}
