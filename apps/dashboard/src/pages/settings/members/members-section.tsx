import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { usePermissions } from '../../../server/account.ts';
import { trpc } from '../../../server/trpc.ts';
import { InvitationTable } from './invitation-table.tsx';
import { MemberTable } from './member-table.tsx';
import { lazyPart } from '../../../server/load-code.ts';
import { GuardedButton } from '../guarded-button.tsx';

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog');

/** Who is in the organization, and who is invited. */
export function MembersSection() {
  const members = useQuery(trpc.members.list.queryOptions({}));
  const { isAdmin, adminsOnly } = usePermissions();
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHead
        title="Members"
        action={
          <GuardedButton
            refusal={adminsOnly}
            className="btn primary"
            onClick={() => setInviting(true)}
          >
            Invite
          </GuardedButton>
        }
      >
        Members read everything. Admins also manage keys, members and settings. Owners can delete
        the organization.
      </PageHead>
      <Loaded query={members} what="The members" skeleton={<SkeletonRows />}>
        {({ items }) => (
          <Panel title={formatCount(items.length, 'member')}>
            <MemberTable members={items} />
          </Panel>
        )}
      </Loaded>
      {isAdmin && <Invitations />}
      <Suspense fallback={null}>
        {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      </Suspense>
    </>
  );
}

function Invitations() {
  const invitations = useQuery(trpc.members.invitations.queryOptions({}));
  if (invitations.data?.items.length === 0) return null;
  return (
    <Panel title="Pending invitations">
      <Loaded query={invitations} what="The invitations" skeleton={<SkeletonRows rows={1} />}>
        {({ items }) => <InvitationTable invitations={items} />}
      </Loaded>
    </Panel>
  );
}
