import type { Environment } from '../session/options.ts';
import { secretValues } from './secret-values.ts';
import { TOKEN_SHAPES } from './token-shapes.ts';

/**
 * Gives the text without secrets. `isName` says that it names something, such as a project or a branch:
 * then a short password of plain letters, which may be the same word, is left in it.
 */
export type Redact = (text: string, options?: { isName?: boolean }) => string;

export interface Secrets {
  apiKey: string | undefined;
  env: Environment;
  /** Of test workers, where the framework shows their variables. */
  workerEnvs?: readonly Environment[];
  /** Names of further variables whose values are secret. */
  names: readonly string[];
}

/**
 * Gives the function that every text passes through before it is sent or spooled. It masks the key
 * itself, the values of environment variables whose names look secret and the passwords in connection
 * strings (also URL-encoded), and tokens of well-known shape. It does not find passwords written into a
 * test, secrets that only a worker knows, nor secrets that were encoded in another way.
 */
export function makeRedact({ apiKey, env, workerEnvs = [], names }: Secrets): Redact {
  const found = new Map<string, Mask>();
  for (const { name, value, isWeak } of [env, ...workerEnvs].flatMap((each) =>
    secretValues(each, names),
  )) {
    for (const form of [value, urlEncoded(value)]) found.set(form, maskOf(form, name, isWeak));
  }
  if (apiKey !== undefined) found.set(apiKey, maskOf(apiKey, 'SVC_API_KEY', false));
  // Longest first: a secret that holds another one must not be left in halves.
  const masks = [...found.values()].sort((a, b) => b.value.length - a.value.length);
  const hint = anyOf([...found.keys(), ...TOKEN_SHAPES.flatMap(({ hints }) => hints)]);
  return (text, { isName = false } = {}) =>
    text.length <= SHORT_TEXT && !hint.test(text)
      ? text
      : maskShapes(maskValues(text, masks, isName));
}

interface Mask {
  value: string;
  mask: string;
  /** Where only a whole word is masked. */
  word: RegExp | undefined;
}

function maskOf(value: string, name: string, isWeak: boolean): Mask {
  const word = isWeak ? new RegExp(`(?<![0-9A-Za-z])${value}(?![0-9A-Za-z])`, 'g') : undefined;
  return { value, mask: `[redacted ${name}]`, word };
}

function urlEncoded(value: string): string {
  // `encodeURIComponent` throws for half of a surrogate pair.
  return encodeURIComponent(value.replaceAll(/\p{Cs}/gu, '\uFFFD'));
}

// Most texts are titles and paths: one look at them costs a tenth of fifty. In long ones each search by
// itself is the faster one.
const SHORT_TEXT = 1_000;

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(
    texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
  );
}

function maskValues(text: string, masks: readonly Mask[], isName: boolean): string {
  let masked = text;
  for (const { value, mask, word } of masks) {
    if (!masked.includes(value) || (word !== undefined && isName)) continue;
    masked = masked.replaceAll(word ?? value, () => mask);
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
