import { createBinds } from '../db/conditions/execution-conditions.ts';
import type { Scope } from '../db/scope.ts';

/** Selects entries of the audit log. An absent field does not filter. */
export interface AuditFilter {
  action?: string | undefined;
  /** Part of the actor's name. */
  actor?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface AuditRow {
  id: string;
  at: Date;
  actorKind: 'user' | 'apiKey' | 'server';
  actorId: string | null;
  actor: string;
  address: string | null;
  action: string;
  targetKind: string;
  targetId: string;
  target: string;
  details: Record<string, unknown>;
}

/** The matching entries, newest first, that are older than the entry `before`. Reads the primary key backwards. */
export function listAuditEntries(
  scope: Scope,
  { filter, before, limit }: { filter: AuditFilter; before: string | null; limit: number },
): Promise<AuditRow[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = ['organization_id = $1'];
  const add = (wanted: unknown, condition: (place: string) => string): void => {
    if (wanted !== undefined && wanted !== null) conditions.push(condition(value(wanted)));
  };
  add(filter.action, (place) => `action = ${place}`);
  add(filter.actor?.toLowerCase(), (place) => `position(${place} IN lower(actor)) > 0`);
  add(filter.from, (place) => `at >= ${place}`);
  add(filter.to, (place) => `at < ${place}`);
  add(before, (place) => `id < ${place}`);
  return scope.query<AuditRow>(
    `SELECT id,
            at,
            actor_kind AS "actorKind",
            actor_id AS "actorId",
            actor,
            address,
            action,
            target_kind AS "targetKind",
            target_id AS "targetId",
            target,
            details
     FROM audit_log
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}
