import { hostname } from 'node:os';

// Postgres' limit of an application name.
const MAX_BYTES = 63;

/**
 * The name of this server's connections in pg_stat_activity: `svc 20 web-1:4711`, with the most connections that the
 * server opens, its machine and its process. Other servers add the numbers up.
 */
export function nameServer(connections: number): string {
  return `svc ${connections} ${hostname()}:${process.pid}`.slice(0, MAX_BYTES);
}
