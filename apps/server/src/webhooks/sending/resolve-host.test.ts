import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { afterEach, expect, it } from 'vitest';
import { openResolve, type Resolve } from './resolve-host.ts';

let server: Socket | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** A name server on loopback, and its address. A null answer is none. */
async function nameServer(answer: (query: Buffer) => Buffer | null): Promise<string> {
  const socket = createSocket('udp4');
  server = socket;
  socket.on('message', (query, { port, address }) => {
    const packet = answer(query);
    if (packet !== null) socket.send(packet, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/** The answer to a query: its header with a code and a count, its question, and these records. */
function packet(query: Buffer, { code, records }: { code: number; records: Buffer[] }): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question, ...records]);
}

const typeOf = (query: Buffer) => query.readUInt16BE(query.indexOf(0, 12) + 1);

/** A record of the question's name. */
function record(type: number, address: number[]): Buffer {
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(type, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(60, 6);
  fixed.writeUInt16BE(address.length, 10);
  return Buffer.concat([fixed, Buffer.from(address)]);
}

const resolved = (resolve: Resolve, hostname: string) =>
  new Promise<LookupAddress[] | string>((done) => {
    resolve(hostname, (error, addresses) =>
      done(error === null ? addresses : String((error as NodeJS.ErrnoException).code)),
    );
  });

it('returns the addresses of both families', async () => {
  const address = await nameServer((query) => {
    const records =
      typeOf(query) === 1
        ? [record(1, [192, 0, 2, 1]), record(1, [192, 0, 2, 2])]
        : [record(28, [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1])];
    return packet(query, { code: 0, records });
  });
  const answer = await resolved(openResolve({ servers: [address] }), 'hooks.svc.example');
  expect(answer).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

it('finds a name of the hosts file, which the name servers do not know', async () => {
  const address = await nameServer((query) => packet(query, { code: 3, records: [] }));
  const answer = await resolved(openResolve({ servers: [address] }), 'localhost');
  expect(JSON.stringify(answer)).toMatch(/127\.0\.0\.1|::1/);
});

it('gives up on a name server that never answers', async () => {
  const address = await nameServer(() => null);
  const resolve = openResolve({ servers: [address], timeoutMs: 50 });
  expect(await resolved(resolve, 'hooks.svc.example')).toBe('EAI_AGAIN');
});
