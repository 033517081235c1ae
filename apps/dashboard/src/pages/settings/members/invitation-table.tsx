import type { Invitation } from '@svc/contract/people/members';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '../../../components/states/problem.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

/** The invitations that nobody has accepted yet. */
export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const revoke = useMutation(
    trpc.members.revokeInvitation.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() }),
    }),
  );
  return (
    <>
      <Problem error={revoke.error} title="The invitation could not be revoked." />
      <table className="cards">
        <TableHead names={['Email', 'Role', 'Invited by']} numbers={['Expires']} action="Actions" />
        <tbody>
          {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
            <tr key={id}>
              <td className="m1">
                <bdi className="ttl">{email}</bdi>
              </td>
              <td className="m2 r">{role}</td>
              <td className="m3">
                <bdi>{invitedBy}</bdi>
              </td>
              <td className="n m4 r" data-l="expires">
                <TimeAgo at={expiresAt} />
              </td>
              <td className="fit m5 full">
                <button
                  className="btn sm"
                  type="button"
                  disabled={revoke.isPending}
                  aria-label={`Revoke the invitation of ${email}`}
                  onClick={() => revoke.mutate({ id })}
                >
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
