import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signOut } from '../server/sign-in.ts';
import { trpc } from '../server/trpc.ts';
import { AvatarButton } from './avatar-button.tsx';

/** Who is signed in, their own settings, and the way out. */
export function AccountMenu() {
  const whoami = useQuery(trpc.whoami.get.queryOptions({}));
  const name = whoami.data?.credential.name ?? '';
  return (
    <Menu position="bottom-end" width={240} shadow="md" defaultOpened>
      <Menu.Target>
        <AvatarButton name={name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item component={Link} to="/settings/account">
          Account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
