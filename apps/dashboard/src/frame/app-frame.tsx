import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { openRowsByTexts } from '../components/lists/open-rows.ts';
import { SkeletonRows } from '../components/states/skeleton.tsx';
import { useAccount } from '../server/account.ts';
import { followOrganization } from '../server/other-organization.ts';
import { AccountSwitch } from './account/account-switch.tsx';
import { Brand } from './brand.tsx';
import { CommandButton } from './commands/command-button.tsx';
import { ConnectionBar } from './bars/connection-bar.tsx';
import { GlobalKeys } from './commands/global-keys.tsx';
import { LeaveForNewPassword } from './dead-ends/leave-for-new-password.tsx';
import { NarrowMenu } from './narrow-menu.tsx';
import { NavLinks } from './nav-links.tsx';
import { NoOrganization } from './dead-ends/no-organization.tsx';
import { NoticeBars } from './bars/notice-bars.tsx';
import { ProjectSwitch } from './projects/project-switch.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** Header, navigation and the page below them. */
export function AppFrame() {
  const account = useAccount();
  useEffect(followOrganization, []);
  useEffect(openRowsByTexts, []);
  if (account?.user?.mustChangePassword === true) return <LeaveForNewPassword />;
  const isOutside =
    account !== undefined && account.user !== null && account.activeOrganization === null;
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="topbar">
        <Brand />
        <span className="slash" aria-hidden="true">
          /
        </span>
        <ProjectSwitch />
        <nav className="nav" aria-label="Main">
          <NavLinks />
        </nav>
        <div className="topbar-right">
          <CommandButton />
          <ThemeToggle />
          <AccountSwitch />
          <NarrowMenu />
        </div>
      </header>
      <ConnectionBar />
      <NoticeBars />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<SkeletonRows />}>
          {isOutside ? <NoOrganization mayCreate={account.mayCreateOrganizations} /> : <Outlet />}
        </Suspense>
      </main>
      <GlobalKeys />
    </>
  );
}
