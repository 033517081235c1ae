import { z } from 'zod';
import { personalName, role } from './members.ts';

export const organizationName = personalName;

/** An organization of the signed-in user, with their role. */
export const ownOrganization = z.object({ id: z.string(), name: z.string(), role });
export type OwnOrganization = z.infer<typeof ownOrganization>;

export const organizationInput = z.strictObject({ name: organizationName });

/** `name` is the organization's name, typed to confirm the deletion. */
export const organizationDeletion = z.strictObject({ name: z.string().max(1_000) });

export const organizationQuery = z.strictObject({ organizationId: z.string().min(1).max(100) });
