import type { Member, Role } from '@svc/contract/people/members';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmByName } from '../../../components/forms/confirm-by-name.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { Explained } from '../../../components/figures/formula-label.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatDate } from '../../../format/time.ts';
import { usePermissions } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { openOrganization } from '../../../server/other-organization.ts';
import { trpc } from '../../../server/trpc.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

const ROLES: readonly Role[] = ['member', 'admin', 'owner'];

/** The members with what an admin may change. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  const [removed, setRemoved] = useState<Member | null>(null);
  const changeRole = useChangeRole();
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <>
      <Problem error={changeRole.error} title="The role could not be changed." />
      <table className="cards">
        <TableHead names={['Name', 'Role']} numbers={['Last active', 'Joined']} action="Actions" />
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isLastOwner={member.role === 'owner' && owners === 1}
              changeRole={changeRole}
              onRemove={() => setRemoved(member)}
            />
          ))}
        </tbody>
      </table>
      {removed !== null && <RemoveMember member={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface MemberRowProps {
  member: Member;
  isLastOwner: boolean;
  changeRole: ReturnType<typeof useChangeRole>;
  onRemove: () => void;
}

function MemberRow(props: MemberRowProps) {
  const { member, isLastOwner, onRemove } = props;
  const { isAdmin, isOwner, adminsOnly } = usePermissions();
  const mayChange = isOwner || (isAdmin && member.role !== 'owner');
  return (
    <tr className="go">
      <td className="m1">
        <bdi className="ttl">{member.name}</bdi> {member.isYou && <span className="chip">you</span>}
        <div className="sub explained-line">
          <bdi>{member.email}</bdi> {!member.isVerified && <UnverifiedChip />}
        </div>
      </td>
      <td className="m2 r">
        <RoleSelect {...props} mayChange={mayChange && !isLastOwner} />
      </td>
      <td className="n m3" data-l="active">
        {member.lastActiveAt === null ? (
          <span className="dim">never</span>
        ) : (
          <TimeAgo at={member.lastActiveAt} />
        )}
      </td>
      <td className="n m4 r" data-l="joined">
        {formatDate(new Date(member.joinedAt))}
      </td>
      <td className="fit m5 full">
        <button
          className="btn sm"
          type="button"
          disabled={isLastOwner || (!mayChange && !member.isYou)}
          title={isLastOwner ? 'The last owner cannot leave.' : adminsOnly}
          aria-label={member.isYou ? 'Leave' : `Remove ${member.name}`}
          onClick={() => onRemove()}
        >
          {member.isYou ? 'Leave' : 'Remove'}
        </button>
      </td>
    </tr>
  );
}

type RoleSelectProps = Omit<MemberRowProps, 'onRemove'> & { mayChange: boolean };

function RoleSelect({ member, isLastOwner, changeRole, mayChange }: RoleSelectProps) {
  const { isOwner, adminsOnly } = usePermissions();
  return (
    <select
      className="input role"
      aria-label={`Role of ${member.name}`}
      value={member.role}
      disabled={!mayChange || changeRole.isPending}
      title={isLastOwner ? 'The last owner stays owner.' : adminsOnly}
      onChange={({ target }) =>
        changeRole.mutate({
          userId: member.userId,
          role: ROLES.find((role) => role === target.value) ?? member.role,
        })
      }
    >
      {ROLES.filter((role) => isOwner || role !== 'owner' || role === member.role).map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </select>
  );
}

function useChangeRole() {
  return useMutation(trpc.members.changeRole.mutationOptions({ onSettled: reloadMembers }));
}

function UnverifiedChip() {
  return (
    <Explained
      className="chip"
      explanation="Nobody has proved that the address is theirs. Resetting the password by mail proves it."
    >
      unverified
    </Explained>
  );
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        await reloadMembers();
        onClose();
      },
    }),
  );
  const leave = useMutation(
    // The session acts for another organization, or for none.
    trpc.members.leave.mutationOptions({ onSuccess: openOrganization }),
  );
  const { isYou, name, email, userId } = member;
  return (
    <ConfirmByName
      title={isYou ? 'Leave the organization?' : `Remove ${name}?`}
      name={email}
      action={isYou ? 'Leave' : 'Remove'}
      isBusy={remove.isPending || leave.isPending}
      error={remove.error ?? leave.error}
      onConfirm={() => (isYou ? leave.mutate({}) : remove.mutate({ userId }))}
      onClose={onClose}
    >
      <p className="mid">
        {isYou ? 'You lose access' : `${email} loses access`} with the next request. API keys that{' '}
        {isYou ? 'you' : 'they'} created keep working.
      </p>
    </ConfirmByName>
  );
}

/** With the account, because one may change one's own role. */
async function reloadMembers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() }),
    queryClient.invalidateQueries({ queryKey: trpc.account.pathKey() }),
  ]);
}
