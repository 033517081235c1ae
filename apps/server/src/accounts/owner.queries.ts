import type { Scope } from '../db/scope.ts';

export interface NewOwner {
  userId: string;
  accountId: string;
  memberId: string;
  email: string;
  passwordHash: string;
  at: Date;
}

/**
 * Writes the rows that better-auth would write for a user with a password and the organization they own. better-auth
 * cannot join our transaction, and these rows must commit or roll back with the organization.
 * bootstrap.process.test.ts signs in with them.
 */
export async function insertOwner(scope: Scope, owner: NewOwner): Promise<void> {
  await scope.query(
    `WITH the_user AS (
       INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
       VALUES ($2, 'Owner', $5, true, $7, $7)
     ),
     the_account AS (
       INSERT INTO accounts (id, user_id, account_id, provider_id, issuer, password, created_at, updated_at)
       VALUES ($3, $2, $2, 'credential', 'local:credential', $6, $7, $7)
     ),
     the_organization AS (
       INSERT INTO account_organizations (id, name, slug, created_at)
       SELECT $1, name, $1, $7
       FROM organizations
       WHERE organization_id = $1::text::uuid
     )
     INSERT INTO members (id, organization_id, user_id, role, created_at)
     VALUES ($4, $1, $2, 'owner', $7)`,
    [
      scope.organizationId,
      owner.userId,
      owner.accountId,
      owner.memberId,
      owner.email,
      owner.passwordHash,
      owner.at,
    ],
  );
}
