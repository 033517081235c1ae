import type { Invitation, NewInvitation, Role } from '@svc/contract/people/members';
import { linkTo } from '../mail/links.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { RequestScope, Scope, TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { Organization } from '../../db/models/organization.ts';
import { recordsOf } from '../../db/models/records.ts';
import {
  countUnaccepted,
  endInvitation,
  isMemberEmail,
  listInvitations,
  storeInvitation,
} from './invitations.queries.ts';
import { lockOwnRole, requireSession } from './own-role.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1_000;
// Limits how many strangers get a mail of one organization in a week.
const UNACCEPTED = 200;

export async function listPendingInvitations(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
): Promise<Invitation[]> {
  return (await listInvitations(scope, clock.now())).map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * Invites an e-mail address for 7 days; an earlier invitation of the address is replaced, and its link ends. Only this
 * answer has the link.
 * @throws SvcError FORBIDDEN when an admin invites an owner; CONFLICT when a member has the address, or 200 other
 * addresses did not accept their invitations of the last 7 days.
 */
export async function invite(
  deps: Pick<Deps, 'config' | 'clock' | 'random'>,
  organization: RequestScope,
  { email, role }: { email: string; role: Role },
): Promise<NewInvitation> {
  const inviter = requireSession(organization);
  const at = deps.clock.now();
  const row = {
    id: deps.random.id(),
    email,
    role,
    at,
    expiresAt: new Date(at.getTime() + VALID_MS),
  };
  const isMailed = await organization.transaction(async (scope) => {
    await requireMayInvite(scope, { inviter, email, role, at });
    await storeInvitation(scope, { ...row, inviterId: inviter.userId });
    await recordAuditEntry(deps, scope, {
      action: 'member.invited',
      target: { id: row.id, name: email },
      details: { role },
    });
    const name = (await recordsOf(scope, Organization).findOne({}))?.name ?? '';
    return queueMail(deps, scope, {
      recipient: email,
      content: {
        kind: 'invitation',
        invitationId: row.id,
        organization: name,
        invitedBy: inviter.name,
        role,
      },
    });
  });
  return {
    invitation: {
      id: row.id,
      email,
      role,
      invitedBy: inviter.name,
      createdAt: at.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    },
    link: linkTo(deps.config, 'invitation', row.id),
    isMailed,
  };
}

async function requireMayInvite(
  scope: TransactionScope,
  {
    inviter,
    email,
    role,
    at,
  }: { inviter: ReturnType<typeof requireSession>; email: string; role: Role; at: Date },
): Promise<void> {
  if ((await lockOwnRole(scope, inviter)) !== 'owner' && role === 'owner') {
    throw new SvcError('FORBIDDEN', 'Only an owner invites owners.', {
      hint: 'Invite an admin, or ask an owner of the organization.',
    });
  }
  if (await isMemberEmail(scope, email)) {
    throw new SvcError('CONFLICT', `'${email}' is a member already.`);
  }
  if ((await countUnaccepted(scope, { exceptEmail: email, at })) >= UNACCEPTED) {
    throw new SvcError(
      'CONFLICT',
      `The organization invited ${UNACCEPTED} addresses in the last 7 days that did not accept.`,
      { hint: 'Wait until some accept or their invitations expire.' },
    );
  }
}

/**
 * Ends a pending invitation: its link is not found from now on.
 * @throws SvcError NOT_FOUND, the same for an invitation of another organization as for none; FORBIDDEN when an admin
 * revokes the invitation of an owner.
 */
export async function revokeInvitation(
  deps: Pick<Deps, 'clock' | 'random'>,
  organization: RequestScope,
  id: string,
): Promise<void> {
  await organization.transaction(async (scope) => {
    const ownRole = await lockOwnRole(scope, requireSession(organization));
    const ended = await endInvitation(scope, id);
    if (ended === null) throw new SvcError('NOT_FOUND', `There is no invitation '${id}'.`);
    if (ended.role === 'owner' && ownRole !== 'owner') {
      throw new SvcError('FORBIDDEN', 'Only an owner revokes the invitation of an owner.');
    }
    await recordAuditEntry(deps, scope, {
      action: 'member.invitation-revoked',
      target: { id, name: ended.email },
      details: { role: ended.role },
    });
  });
}
