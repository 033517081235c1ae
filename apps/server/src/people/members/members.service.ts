import type { Member, Role } from '@svc/contract/people/members';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { RequestScope, TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { refuseLastOwner } from './last-owner.ts';
import { lockMembers, type LockedMember } from './locked-members.queries.ts';
import { buildDemotedError, requireSession } from './own-role.ts';
import { endInvitationsBeyond } from './end-invitations.ts';
import { deleteMember, listMembers, setRole } from './members.queries.ts';

type MemberDeps = Pick<Deps, 'clock' | 'random'>;

export async function listAllMembers(scope: RequestScope): Promise<Member[]> {
  const { principal } = scope;
  const you = principal.kind === 'session' ? principal.userId : null;
  return (await listMembers(scope)).map(({ joinedAt, lastActiveAt, ...member }) => ({
    ...member,
    joinedAt: joinedAt.toISOString(),
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
    isYou: member.userId === you,
  }));
}

/**
 * Gives a member another role, and revokes the invitations that they sent and could not send with it. Only an owner
 * makes or unmakes owners.
 * @throws SvcError NOT_FOUND, also for a user of another organization; FORBIDDEN when an admin touches an owner;
 * CONFLICT for the last owner.
 */
export async function changeRole(
  deps: MemberDeps,
  organization: RequestScope,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await organization.transaction(async (scope) => {
    const { member, owners } = await lockMemberToChange(scope, organization, { userId });
    if (member.role === role) return;
    requireOwner(scope, [member.role, role], owners);
    refuseLastOwner(member, owners, 'cannot get another role');
    await setRole(scope, userId, role);
    await recordAuditEntry(deps, scope, {
      action: 'member.role-changed',
      target: { id: userId, name: member.email },
      details: { from: member.role, to: role },
    });
    await endInvitationsBeyond(deps, scope, { userId, role });
  });
}

/**
 * Removes another member, whose very next request fails, and revokes the invitations that they sent. The errors are
 * those of `changeRole`.
 */
export async function removeMember(
  deps: MemberDeps,
  organization: RequestScope,
  userId: string,
): Promise<void> {
  if (requireSession(organization).userId === userId) {
    throw new SvcError('BAD_REQUEST', 'You cannot remove yourself.', {
      hint: 'Leave the organization instead.',
    });
  }
  await organization.transaction(async (scope) => {
    const { member, owners } = await lockMemberToChange(scope, organization, { userId });
    requireOwner(scope, [member.role], owners);
    refuseLastOwner(member, owners, 'cannot be removed');
    await deleteMember(scope, userId, { moveOn: false });
    await recordAuditEntry(deps, scope, {
      action: 'member.removed',
      target: { id: userId, name: member.email },
      details: { role: member.role },
    });
    await endInvitationsBeyond(deps, scope, { userId, role: null });
  });
}

/**
 * Ends the membership of the user who sends the request, and revokes the invitations that they sent. Their sessions
 * continue with another organization of theirs.
 * @throws SvcError CONFLICT for the last owner.
 */
export async function leaveOrganization(
  deps: MemberDeps,
  organization: RequestScope,
): Promise<void> {
  const { userId } = requireSession(organization);
  await organization.transaction(async (scope) => {
    const { member, owners } = await lockMemberToChange(scope, organization, {
      userId,
      leaves: true,
    });
    refuseLastOwner(member, owners, 'cannot leave');
    await recordAuditEntry(deps, scope, {
      action: 'member.left',
      target: { id: userId, name: member.email },
      details: { role: member.role },
    });
    await endInvitationsBeyond(deps, scope, { userId, role: null });
    await deleteMember(scope, userId, { moveOn: true });
  });
}

/**
 * Locks the owners, the member and the user who sends the request; checks again that this user may manage members,
 * unless they leave.
 */
async function lockMemberToChange(
  scope: TransactionScope,
  organization: RequestScope,
  { userId, leaves = false }: { userId: string; leaves?: boolean },
): Promise<{ member: LockedMember; owners: LockedMember[] }> {
  const { userId: ownId } = requireSession(organization);
  const locked = await lockMembers(scope, [userId, ownId]);
  const member = locked.find((one) => one.userId === userId);
  if (member === undefined) throw new SvcError('NOT_FOUND', `There is no member '${userId}'.`);
  const self = locked.find((one) => one.userId === ownId);
  if (self === undefined || (!leaves && self.role === 'member')) throw buildDemotedError();
  return { member, owners: locked.filter((one) => one.role === 'owner') };
}

/** The role of the sender is read under the lock: the request may have waited for their demotion. */
function requireOwner(scope: TransactionScope, roles: Role[], owners: LockedMember[]): void {
  const { principal } = scope;
  if (!roles.includes('owner')) return;
  if (principal?.kind === 'session' && owners.some((one) => one.userId === principal.userId))
    return;
  throw new SvcError('FORBIDDEN', 'Only an owner makes, changes or removes owners.', {
    hint: 'Ask an owner of the organization.',
  });
}
