import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { WebhookConfig } from '../../config.ts';
import { createGuardedLookup } from './allowed-address.ts';
import type { Resolve } from './resolve-host.ts';

// Shorter than the 5 s for which most servers keep an idle connection.
const IDLE_MS = 4_000;

const SOCKETS_MOST = 256;
const IDLE_SOCKETS_OF_ONE_HOST = 8;

// Node's 250 ms are too short for a connection to another continent.
const CONNECT_ATTEMPT_MS = 2_000;

/** Open connections for requests. Each checks the address that it connects to. */
export interface Agents {
  /** Keeps a connection open for the next request, so that many deliveries to one host need one TLS handshake. */
  keeping(protocol: string): HttpAgent;
  /** Opens a new connection for each request. */
  fresh(protocol: string): HttpAgent;
  close(): void;
}

export function openAgents(config: WebhookConfig, resolve: Resolve): Agents {
  const options = {
    lookup: createGuardedLookup(config, resolve),
    maxTotalSockets: SOCKETS_MOST,
    maxFreeSockets: IDLE_SOCKETS_OF_ONE_HOST,
    timeout: IDLE_MS,
    autoSelectFamilyAttemptTimeout: CONNECT_ATTEMPT_MS,
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED may turn the checks of the process off.
    rejectUnauthorized: true,
  };
  const pair = (keepAlive: boolean) => ({
    'http:': new HttpAgent({ ...options, keepAlive }),
    'https:': new HttpsAgent({ ...options, keepAlive }),
  });
  const [keeping, fresh] = [pair(true), pair(false)];
  const agentOf = (agents: typeof keeping, protocol: string) =>
    protocol === 'https:' ? agents['https:'] : agents['http:'];
  return {
    keeping: (protocol) => agentOf(keeping, protocol),
    fresh: (protocol) => agentOf(fresh, protocol),
    close: () => {
      for (const agent of [...Object.values(keeping), ...Object.values(fresh)]) agent.destroy();
    },
  };
}
