import { formatCount } from '@svc/contract/zod-free/amounts';
import type { ConnectionCounts } from './connection-shortage.queries.ts';

/**
 * The arithmetic when the servers of a Postgres may open more connections than it allows; null when they suffice. An
 * exhausted Postgres refuses connections at the busiest moment, so the start says it.
 */
export function describeConnectionShortage(own: number, counts: ConnectionCounts): string | null {
  const { servers, serverConnections, others } = counts;
  const ofServers = own + serverConnections;
  const limits = [
    {
      name: 'max_connections, without the reserved ones',
      allowed: counts.maxConnections,
      others,
    },
    { name: 'the limit of the role', allowed: counts.roleLimit, others: 0 },
    { name: 'the limit of the database', allowed: counts.databaseLimit, others: 0 },
  ];
  for (const limit of limits) {
    const { name, allowed } = limit;
    if (allowed === null || ofServers + limit.others <= allowed) continue;
    const parts = [
      `this server opens up to ${own}`,
      ...(servers === 0
        ? []
        : [`${formatCount(servers, 'other server')} up to ${serverConnections}`]),
      ...(limit.others === 0 ? [] : [`other programs have ${limit.others}`]),
    ];
    const each = Math.floor((allowed - limit.others) / (servers + 1));
    return (
      `Postgres allows ${allowed} connections (${name}), fewer than ${ofServers + limit.others}: ` +
      `${parts.join(', ')}. Raise the limit${each < LEAST_POOL ? '' : `, or set SVC_DATABASE_POOL_SIZE to ${each} or less on each server`}.`
    );
  }
  return null;
}

// The least that SVC_DATABASE_POOL_SIZE may be.
const LEAST_POOL = 10;
