import type { Environment } from './options.ts';
import { TOKEN_SHAPES } from './token-shapes.ts';

export type Redact = (text: string) => string;

export interface Secrets {
  apiKey: string | undefined;
  env: Environment;
  /** Names of further variables whose values are secret. */
  names: readonly string[];
}

/**
 * Gives the function that every text passes through before it is sent or spooled. It masks the key
 * itself, the values of environment variables whose names look secret (also URL-encoded), and tokens
 * of well-known shape. It does not find passwords written into a test, nor secrets that were encoded.
 */
export function makeRedact({ apiKey, env, names }: Secrets): Redact {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !isSecret(name, value, names)) continue;
    values.set(value, `[redacted ${name}]`);
    values.set(encodeURIComponent(value), `[redacted ${name}]`);
  }
  if (apiKey !== undefined) values.set(apiKey, '[redacted SVC_API_KEY]');
  // Longest first: a secret that holds another one must not be left in halves.
  const masks = [...values].sort(([a], [b]) => b.length - a.length);
  const hint = anyOf([...values.keys(), ...TOKEN_SHAPES.flatMap(({ hints }) => hints)]);
  return (text) =>
    text.length <= SHORT_TEXT && !hint.test(text) ? text : maskShapes(maskValues(text, masks));
}

// Most texts are titles and paths: one look at them costs a tenth of fifty. In long ones each search by
// itself is the faster one.
const SHORT_TEXT = 1_000;

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(
    texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
  );
}

const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASS|PASSPHRASE|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|SECRET_?KEY|ENCRYPTION_?KEY|CREDENTIALS?)(?:_|$)/i;

function isSecret(name: string, value: string, names: readonly string[]): boolean {
  if (names.includes(name)) return value !== '';
  return SECRET_NAME.test(name) && !isWord(value);
}

// `DB_PASSWORD=postgres` must not blot out a word that texts and titles are full of.
function isWord(value: string): boolean {
  return value.length < 8 || /^(?:[a-z]{1,15}|\d{1,15}|[A-Z]{1,15})$/.test(value);
}

function maskValues(text: string, masks: readonly (readonly [string, string])[]): string {
  let masked = text;
  for (const [value, mask] of masks) {
    if (masked.includes(value)) masked = masked.replaceAll(value, () => mask);
  }
  return masked;
}

function maskShapes(text: string): string {
  let masked = text;
  for (const { name, hints, pattern } of TOKEN_SHAPES) {
    if (hints.some((hint) => masked.includes(hint))) {
      masked = masked.replace(pattern, `[redacted ${name}]`);
    }
  }
  return masked;
}
