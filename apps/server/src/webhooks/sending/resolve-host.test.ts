import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { afterEach, expect, it } from 'vitest';
import { lookUpInSystem, openResolve, type Resolve } from './resolve-host.ts';

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

/** A name server that knows no name. */
const unknowing = () => nameServer((query) => packet(query, { code: 3, records: [] }));

it('does not ask the system for a name that the name servers do not know', async () => {
  const resolve = openResolve({ servers: [await unknowing()] });
  expect(await resolved(resolve, 'localhost')).toBe('ENOTFOUND');
});

it('finds a name of the hosts file with the look-up of the system', async () => {
  const servers = [await unknowing()];
  const answer = await resolved(
    openResolve({ servers, systemLookup: lookUpInSystem }),
    'localhost',
  );
  expect(JSON.stringify(answer)).toMatch(/127\.0\.0\.1|::1/);
});

it('asks the system for one name at a time, and gives up on names that wait too long', async () => {
  const asked: { hostname: string; answer: () => void }[] = [];
  const systemLookup: Resolve = (hostname, done) => {
    asked.push({ hostname, answer: () => done(null, [{ address: '192.0.2.1', family: 4 }]) });
  };
  const resolve = openResolve({ servers: [await unknowing()], timeoutMs: 100, systemLookup });
  const names = ['one.svc.example', 'two.svc.example', 'three.svc.example'];
  const answers = await Promise.all(names.map((name) => resolved(resolve, name)));
  expect(answers).toEqual(['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN']);
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  const later = resolved(resolve, 'later.svc.example');
  await expect.poll(() => asked.at(-1)?.hostname).toBe('later.svc.example');
  asked.at(-1)?.answer();
  expect(await later).toEqual([{ address: '192.0.2.1', family: 4 }]);
});

it('gives up on a name server that never answers', async () => {
  const address = await nameServer(() => null);
  const resolve = openResolve({ servers: [address], timeoutMs: 50 });
  expect(await resolved(resolve, 'hooks.svc.example')).toBe('EAI_AGAIN');
});
