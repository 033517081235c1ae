import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openKeyring, UnknownKeyError } from './keyring.ts';
import { replaceSecret } from './server-secret.ts';

const SECRETS = [
  'the first secret of these tests, long enough',
  'the second secret of these tests',
];
const [FIRST = '', SECOND = ''] = SECRETS;
const TEXT = 'https://hooks.example.com/T0/grüße';
const PLACE = 'webhooks/1/2/sealedUrl';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-keyring-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

function keyringWith(env: Record<string, string>) {
  return openKeyring(readConfig({ SVC_DATA_DIR: dataDir, ...env }, '/'));
}

it('opens what it sealed, for the same place', () => {
  const keyring = keyringWith({ SVC_SECRET: FIRST });
  const bytes = keyring.seal(TEXT, PLACE);
  expect(keyring.open({ keyId: keyring.keyId, bytes }, PLACE)).toBe(TEXT);
  expect(bytes.includes('hooks.example.com')).toBe(false);
  expect(keyring.seal(TEXT, PLACE)).not.toEqual(bytes);
  expect(() => keyring.open({ keyId: keyring.keyId, bytes }, 'webhooks/1/3/sealedUrl')).toThrow(
    'unable to authenticate data',
  );
});

it('opens no value with a byte changed, cut off or added', () => {
  const keyring = keyringWith({ SVC_SECRET: FIRST });
  const { keyId } = keyring;
  const bytes = keyring.seal(TEXT, PLACE);
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    expect(() => keyring.open({ keyId, bytes: changed }, PLACE)).toThrow('authenticate');
  }
  for (const length of [0, 11, 12, 27, 28, bytes.length - 1]) {
    expect(() => keyring.open({ keyId, bytes: bytes.subarray(0, length) }, PLACE)).toThrow(Error);
  }
  const longer = Buffer.concat([bytes, Buffer.from([0])]);
  expect(() => keyring.open({ keyId, bytes: longer }, PLACE)).toThrow('authenticate');
});

it('does not open what another secret sealed, and says what to set', () => {
  const former = keyringWith({ SVC_SECRET: FIRST });
  const keyring = keyringWith({ SVC_SECRET: SECOND });
  const sealed = { keyId: former.keyId, bytes: former.seal(TEXT, PLACE) };
  expect(keyring.has(former.keyId)).toBe(false);
  expect(() => keyring.open(sealed, PLACE)).toThrow(UnknownKeyError);
  expect(() => keyring.open(sealed, PLACE)).toThrow(/Set SVC_PREVIOUS_SECRET/);
  expect(() => keyring.open({ ...sealed, keyId: keyring.keyId }, PLACE)).toThrow('authenticate');
});

it('opens what both secrets sealed with SVC_PREVIOUS_SECRET, and seals with the present one', () => {
  const former = keyringWith({ SVC_SECRET: FIRST });
  const keyring = keyringWith({ SVC_SECRET: SECOND, SVC_PREVIOUS_SECRET: FIRST });
  expect(keyring.keyId).toBe(keyringWith({ SVC_SECRET: SECOND }).keyId);
  expect(keyring.has(former.keyId)).toBe(true);
  for (const { keyId, seal } of [former, keyring]) {
    expect(keyring.open({ keyId, bytes: seal(TEXT, PLACE) }, PLACE)).toBe(TEXT);
  }
});

it('opens what the generated secret sealed before SVC_SECRET was set', () => {
  const former = keyringWith({});
  const sealed = { keyId: former.keyId, bytes: former.seal(TEXT, PLACE) };
  expect(keyringWith({ SVC_SECRET: FIRST }).open(sealed, PLACE)).toBe(TEXT);
});

it('opens values of both secrets after a new one is generated, also in a server that already runs', () => {
  const running = keyringWith({});
  const before = { keyId: running.keyId, bytes: running.seal(TEXT, PLACE) };
  replaceSecret(dataDir);
  const restarted = keyringWith({});
  const after = { keyId: restarted.keyId, bytes: restarted.seal(TEXT, PLACE) };
  expect(before.keyId).not.toBe(after.keyId);
  for (const keyring of [running, restarted]) {
    expect([keyring.open(before, PLACE), keyring.open(after, PLACE)]).toEqual([TEXT, TEXT]);
  }
});
