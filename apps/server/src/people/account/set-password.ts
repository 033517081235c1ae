import type { AuditAction } from '@svc/contract/people/audit-log';
import {
  endSessions,
  listOrganizationIdsOfUser,
  storePassword,
} from '../users/credentials.queries.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { createScope } from '../../db/scope.ts';
import type { Transaction } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import { createActingScope } from '../members/acting-scope.ts';

export interface PasswordSetting {
  user: { id: string; email: string };
  passwordHash: string;
  /** Whether the next sign-in asks for a new password. */
  mustChangePassword: boolean;
  /** The session that continues; null ends all. */
  keepSessionId: string | null;
  action: Extract<AuditAction, 'member.password-changed' | 'member.password-reset'>;
  /** The address of the user's request; null for a command on the server's machine. */
  address: string | null;
}

/** Sets a user's password, ends their sessions, and notes it in the audit log of each of their organizations. */
export async function setPassword(
  deps: Pick<Deps, 'clock' | 'random'>,
  transaction: Transaction,
  setting: PasswordSetting,
): Promise<void> {
  const { user, passwordHash, mustChangePassword, keepSessionId } = setting;
  await storePassword(transaction, {
    userId: user.id,
    passwordHash,
    mustChangePassword,
    accountId: deps.random.id(),
    at: deps.clock.now(),
  });
  await endSessions(transaction, user.id, keepSessionId);
  for (const organizationId of await listOrganizationIdsOfUser(transaction, user.id)) {
    await noteIn(deps, transaction, { ...setting, organizationId });
  }
}

async function noteIn(
  deps: Pick<Deps, 'clock' | 'random'>,
  transaction: Transaction,
  { user, action, address, organizationId }: PasswordSetting & { organizationId: string },
): Promise<void> {
  const organization =
    address === null
      ? createScope(transaction, organizationId)
      : createActingScope(transaction, { ...user, address }, { organizationId, role: 'member' });
  await organization.transaction((scope) =>
    recordAuditEntry(deps, scope, {
      action,
      target: { id: user.id, name: user.email },
      command: 'svc-admin',
    }),
  );
}
