import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readTypedSecret } from './typed-secret.ts';

const nothing = Readable.from([]);

it('makes a secret of 32 bytes, another one each time', async () => {
  const first = await readTypedSecret({ generateSecret: true }, nothing);
  const second = await readTypedSecret({ generateSecret: true }, nothing);
  expect(first.generated).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(first.secret).toBe(first.generated);
  expect(second.secret).not.toBe(first.secret);
});

it('reads a secret from stdin, without the line feed after it', async () => {
  const input = Readable.from(['my sec', 'ret\n']);
  expect(await readTypedSecret({ secretStdin: true }, input)).toEqual({
    secret: 'my secret',
    generated: undefined,
  });
});

it('distinguishes no secret from an unchanged one', async () => {
  expect(await readTypedSecret({ secret: false }, nothing)).toMatchObject({ secret: null });
  expect(await readTypedSecret({}, nothing)).toMatchObject({ secret: undefined });
});

it('refuses several secrets, an empty stdin, and a terminal', async () => {
  await expect(readTypedSecret({ secret: 'x', generateSecret: true }, nothing)).rejects.toThrow(
    '--secret and --generate-secret cannot be combined',
  );
  await expect(readTypedSecret({ secretStdin: true }, Readable.from(['\n']))).rejects.toThrow(
    'there is no secret on stdin',
  );
  const terminal = Object.assign(Readable.from(['x']), { isTTY: true });
  await expect(readTypedSecret({ secretStdin: true }, terminal)).rejects.toThrow(
    'stdin is a terminal',
  );
});
