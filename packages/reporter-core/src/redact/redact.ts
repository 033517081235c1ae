import type { Environment } from '../options/options.ts';
import { collectSecretValues } from './secret-values.ts';
import { TOKEN_SHAPES } from './token-shapes.ts';

/**
 * Returns the text without secrets. `isName`: the text is a name, such as a project or a branch. Weak passwords
 * (plain words) are not masked in names.
 */
export type Redact = (text: string, options?: { isName?: boolean }) => string;

export interface Secrets {
  apiKey: string | undefined;
  env: Environment;
  /** The variables of test workers, if the framework exposes them. */
  workerEnvs?: readonly Environment[];
  /** Names of further variables with secret values. */
  names: readonly string[];
}

/**
 * Creates the function that redacts every text before it is sent or saved. It masks the API key, the values of
 * environment variables with secret-looking names, the passwords in connection strings, and tokens with a
 * well-known shape. It also masks these values URL-encoded, escaped as in JSON, and in base64. It does not find
 * passwords written in a test, secrets that only a worker knows, and secrets in another encoding.
 */
export function makeRedact({ apiKey, env, workerEnvs = [], names }: Secrets): Redact {
  const found = new Map<string, Mask>();
  for (const { name, value, isWeak } of [env, ...workerEnvs].flatMap((each) =>
    collectSecretValues(each, names),
  )) {
    for (const form of buildForms(value, isWeak)) found.set(form, buildMask(form, name, isWeak));
  }
  if (apiKey !== undefined && apiKey.length >= SHORTEST_KEY)
    found.set(apiKey, buildMask(apiKey, 'SVC_API_KEY', false));
  // Longest first: a secret may contain another one, and half of it must not remain.
  const masks = [...found.values()].sort((a, b) => b.value.length - a.value.length);
  const hint = buildAnyPattern([...found.keys(), ...TOKEN_SHAPES.flatMap(({ hints }) => hints)]);
  return (text, { isName = false } = {}) =>
    text.length <= SHORT_TEXT && !hint.test(text)
      ? text
      : maskShapes(maskValues(text, masks, isName));
}

// A placeholder such as `x` is no key, and masking it would make every text unreadable.
const SHORTEST_KEY = 8;

interface Mask {
  value: string;
  mask: string;
  /** Set if only whole words are masked. */
  word: RegExp | undefined;
}

function buildMask(value: string, name: string, isWeak: boolean): Mask {
  const word = isWeak ? new RegExp(`(?<![0-9A-Za-z])${value}(?![0-9A-Za-z])`, 'g') : undefined;
  return { value, mask: `[redacted ${name}]`, word };
}

/** A secret as it appears in URLs, in JSON and in diffs of objects, and in base64. */
function buildForms(value: string, isWeak: boolean): string[] {
  const forms = [value, encodeUrl(value), JSON.stringify(value).slice(1, -1)];
  // The end of a base64 text depends on what follows the secret.
  if (!isWeak) forms.push(Buffer.from(value).toString('base64').replace(/.?=+$/, ''));
  return forms;
}

function encodeUrl(value: string): string {
  // `encodeURIComponent` throws on a lone surrogate.
  return encodeURIComponent(value.replaceAll(/\p{Cs}/gu, '\uFFFD'));
}

// Most texts are titles and paths. For them, one combined search takes a tenth of the time of fifty searches. For
// long texts, separate searches are faster.
const SHORT_TEXT = 1_000;

function buildAnyPattern(texts: readonly string[]): RegExp {
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
