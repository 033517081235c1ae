import { SvcError } from '../../errors.ts';
import type { LockedMember } from './locked-members.queries.ts';

/** @throws SvcError CONFLICT when the member is the only owner; `what` is what they cannot do. */
export function refuseLastOwner(
  member: LockedMember,
  locked: readonly LockedMember[],
  what: string,
): void {
  const owners = locked.filter((one) => one.role === 'owner');
  if (member.role !== 'owner' || owners.length > 1) return;
  throw new SvcError('CONFLICT', `'${member.email}' is the last owner, and ${what}.`, {
    hint: 'Make another member an owner first, or delete the organization.',
  });
}
