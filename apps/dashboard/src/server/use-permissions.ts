import { useQuery } from '@tanstack/react-query';
import { trpc } from './trpc.ts';

/** What the signed-in user may do in the organization. */
export interface Permissions {
  isAdmin: boolean;
  isOwner: boolean;
  /** For a control that is disabled: who may use it. Undefined for admins. */
  adminsOnly: string | undefined;
}

/** The permissions of the signed-in user; those of a member until they are known. */
export function usePermissions(): Permissions {
  const { data } = useQuery(trpc.whoami.get.queryOptions({}));
  const role = data?.credential.role;
  const isAdmin = role === 'admin' || role === 'owner';
  return {
    isAdmin,
    isOwner: role === 'owner',
    adminsOnly: isAdmin ? undefined : 'Only admins and owners of the organization may do this.',
  };
}
