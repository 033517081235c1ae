import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a server and its Postgres that simulates faults of networks and failovers. */
export interface PostgresProxy {
  /** The database's address through the proxy. */
  databaseUrl: string;
  /** Closes each new connection together with the packet that says that it is ready. */
  endNewConnections(yes: boolean): void;
  /** Forwards nothing in either direction, and closes nothing. */
  freeze(yes: boolean): void;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const url = new URL(databaseUrl);
  const socketDir = url.searchParams.get('host');
  const reach = () =>
    socketDir === null
      ? connect(Number(url.port || 5432), url.hostname)
      : connect(`${socketDir}/.s.PGSQL.${url.port || 5432}`);
  const pairs = new Set<[Socket, Socket]>();
  let endNew = false;
  let frozen = false;
  const server = createServer((client) => {
    const postgres = reach();
    const pair: [Socket, Socket] = [client, postgres];
    pairs.add(pair);
    if (frozen) pauseAll([pair]);
    client.on('data', (chunk) => postgres.write(chunk));
    postgres.on('data', (chunk) => {
      // ReadyForQuery, at the end of what Postgres sends a new connection.
      const isReady = endNew && chunk.subarray(-6).equals(READY);
      client.write(isReady ? Buffer.concat([chunk, FATAL]) : chunk);
      if (isReady) client.end();
    });
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    databaseUrl: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    endNewConnections: (yes) => {
      endNew = yes;
    },
    freeze: (yes) => {
      frozen = yes;
      if (yes) pauseAll(pairs);
      else for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function pauseAll(pairs: Iterable<[Socket, Socket]>): void {
  for (const pair of pairs) for (const socket of pair) socket.pause();
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Postgres' message to a session that an administrator ends. */
const FATAL = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

function errorResponse(fields: Record<string, string>): Buffer {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}${value}\0`)
    .join('');
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
