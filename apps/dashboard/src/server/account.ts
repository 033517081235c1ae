import type { AccountAnswer } from '@svc/contract/people/account';
import { useQuery } from '@tanstack/react-query';
import { trpc } from './trpc.ts';

/** Who is signed in and for which organization they act; undefined until the server answered. */
export function useAccount(): AccountAnswer | undefined {
  return useQuery(trpc.account.get.queryOptions({})).data;
}

/** What the signed-in user may do in the organization. */
export interface Permissions {
  isAdmin: boolean;
  isOwner: boolean;
  /** For a control that is disabled: who may use it. Undefined for admins. */
  adminsOnly: string | undefined;
  /** The same for what only owners may do. */
  ownersOnly: string | undefined;
}

/** The permissions of the signed-in user; those of a member until they are known. */
export function usePermissions(): Permissions {
  const role = useAccount()?.activeOrganization?.role;
  const isOwner = role === 'owner';
  const isAdmin = isOwner || role === 'admin';
  return {
    isAdmin,
    isOwner,
    adminsOnly: isAdmin ? undefined : 'Only admins and owners of the organization may do this.',
    ownersOnly: isOwner ? undefined : 'Only owners of the organization may do this.',
  };
}
