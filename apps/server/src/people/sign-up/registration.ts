import type { Registration } from '../better-auth/open-better-auth.ts';
import type { Deps } from '../../deps.ts';
import {
  createOwnOrganization,
  formatOwnOrganizationName,
} from '../members/create-own-organization.ts';
import { listInvitationsOfEmail } from '../members/received-invitations.queries.ts';
import { joinOrganization } from '../members/join-organization.ts';

/**
 * Decides who may sign up through a provider, and what the new user joins. The rules equal those of a sign-up with a
 * password.
 */
export function createRegistration(deps: Deps): Registration {
  return {
    refusal: async (email) => {
      const { signUp } = deps.config;
      if (signUp === 'open') return null;
      if (signUp === 'closed') return 'sign_up_closed';
      const invitations = await listInvitationsOfEmail(deps.database, {
        email,
        at: deps.clock.now(),
      });
      return invitations.length === 0 ? 'invitation_required' : null;
    },
    welcome: async (user) => {
      await deps.database.transaction(async (transaction) => {
        const at = deps.clock.now();
        const invitations = await listInvitationsOfEmail(transaction, { email: user.email, at });
        for (const invitation of invitations) {
          await joinOrganization(deps, transaction, { user, invitation });
        }
        if (invitations.length > 0 || deps.config.signUp !== 'open') return;
        const name = formatOwnOrganizationName(user.name);
        await createOwnOrganization(deps, transaction, { user, name });
      });
    },
  };
}
