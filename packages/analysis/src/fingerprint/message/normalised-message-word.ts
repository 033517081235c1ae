import { toPortablePath, withoutBuildHash } from '../stack/stack-frame-path.ts';
import { isRandomToken, isWord } from './random-token.ts';

/**
 * One word of a message, without spaces or quotes, with placeholders for random or machine-specific parts.
 * `repository` is the name that marks the root in a path.
 */
export function maskWord(word: string, repository: string): string {
  if (word.length > LONGEST_WORD) return '<id>';
  const number = NUMBER.exec(word);
  if (number !== null)
    return `${number[1] ?? ''}${number[2] === undefined ? '<n>' : '<duration>'}${number[3] ?? ''}`;
  const core = word.replace(/[.:!?]{1,8}$/, '');
  return maskCore(core, repository) + word.slice(core.length);
}

// No useful path, URL or token is longer.
const LONGEST_WORD = 500;
const NUMBER =
  /^([:#@]{0,2})[-+]?\d{1,40}(?:\.\d{1,40})?(?:e[-+]?\d{1,4})?n?(ms|s|sec|secs|m|min|h|µs|us|ns)?([.:!?%]{0,3})$/;

/**
 * A name that a program uses. Masks what is random (an object may have ids as its keys, a table one in its name), and
 * the numbers that bundlers put into names. Short parts stay: `fp16ToFp32` looks like an id, too.
 */
export function maskName(name: string): string {
  const unnumbered = name.startsWith('__') ? name.replace(/\d{1,9}(?=__)/, '<n>') : name;
  return unnumbered.replaceAll(/\w{7,}/g, (part) => {
    const known = extractNamePrefix(part);
    const rest = part.slice(known.length);
    return known + (isLongId(rest) ? '<id>' : rest.replaceAll(/[a-z\d]{7,}/gi, maskLongId));
  });
}

function maskLongId(word: string): string {
  return isLongIdOrHex(word) ? '<id>' : word;
}

function isLongIdOrHex(word: string): boolean {
  return NAMED_BY_HEX.test(word) || isLongId(word);
}

function isLongId(text: string): boolean {
  return text.length >= LONG_ID && isRandomToken(text);
}

const NAMED_BY_HEX = /^(?:(?=[a-f]{0,40}\d)[\da-f]{7,500}|0x[\da-f]{5,500})$/i;
const LONG_ID = 11;

function maskCore(word: string, repository: string): string {
  if (word.startsWith('eyJ') && JWT.test(word)) return '<id>';
  if ((word.includes('/') || word.includes('+')) && BASE64.test(word)) {
    const name = extractNamePrefix(word);
    if (isBase64(word.slice(name.length))) return `${name}<id>`;
  }
  const undated =
    word.length < 10 ? word : word.replaceAll(DATE, '<date>').replaceAll(UUID, '<id>');
  if (TIME.test(undated)) return '<time>';
  if (SLASHED_DATE.test(undated)) return '<date>';
  if (ADDRESS.test(undated)) return undated.replace(ADDRESS, '<host>');
  if (IPV6.test(undated)) return '<host>';
  if (HEX_GROUPS.test(undated)) return '<id>';
  const url = undated.includes('://') ? URL_START.exec(undated) : null;
  if (url !== null) return `<url>${maskParts(undated.slice(url[0].length).replace(PLACE, ''))}`;
  if (PATH.test(undated)) return maskParts(toPortablePath(undated.replace(PLACE, ''), repository));
  return maskParts(undated.replace(PLACE, ''));
}

const JWT = /^eyJ[\w-]{5,}(?:\.[\w-]*)*$/;
const BASE64 = /^[\w+/-]{12,}$/;

/** Base64 with `/` or `+` inside, rather than a path: no folder of it is a word. */
function isBase64(word: string): boolean {
  return (
    !ROOTED.test(word) &&
    isRandomToken(word) &&
    !word.split('/').some((part) => part.length > 3 && isWord(part))
  );
}

const ROOTED = /^\/(?:[a-z]{3,}|Users)\//;

const DATE =
  /\d{4}-\d\d-\d\d(?:T\d\d:?\d\d(?::?\d\d)?(?:[.,]\d{1,9})?(?:Z|[-+]\d\d:?\d\d)?)?(?!\d)/g;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const TIME = /^\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[AP]M)?$/i;
const SLASHED_DATE = /^\d{1,4}\/\d{1,2}\/\d{2,4}$/;
const ADDRESS = /^(?:localhost|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?(?=\/|$)/;
const IPV6 = /^(?=[\da-f:.]{0,45}::)[\da-f:.]{2,45}$/i;
// MAC addresses and GitHub's request ids.
const HEX_GROUPS = /^[\da-f]{1,12}(?::[\da-f]{1,12}){3,7}$/i;
const URL_START = /^(?!file:|webpack)[a-z][a-z\d+.-]{1,20}:\/\/[^/?#]*/i;
const PATH = /^(?:~?\/[\w.@~-]|[a-z]:[\\/]|file:|webpack)|\\[\w@.-]{1,80}\.\w{1,5}(?:$|:)/i;
const PLACE = /(?<=\.[a-z]{1,6}):\d{1,7}(?::\d{1,7})?$/i;

function maskParts(word: string): string {
  const plain = withoutBuildHash(word);
  return TELLING.test(plain) || plain.length > LONGEST_NAME
    ? plain.replaceAll(SEGMENT, maskSegment)
    : plain;
}

const TELLING = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]|[a-f]{7}|[A-F]{7}/;
const SEGMENT = /[\w-]+/g;
const LONGEST_NAME = 60;

/** A part between slashes, dots and colons. */
function maskSegment(segment: string): string {
  if (segment.length > LONGEST_NAME && !segment.includes('_') && !segment.includes('-'))
    return '<id>';
  if (!TELLING.test(segment)) return segment;
  if (/\d/.test(segment)) {
    if (CODE.test(segment)) return segment;
    if (TEMPORARY.test(segment)) return '<tmp>';
    const styled =
      segment.includes('__') && !isRandomToken(segment) ? segment.search(CSS_MODULE) : -1;
    if (styled !== -1) return `${maskSegment(segment.slice(0, styled))}__<id>`;
    const pod = segment.includes('-') ? segment.search(POD) : -1;
    if (pod !== -1) return `${maskSegment(segment.slice(0, pod))}-<id>`;
  }
  const prefixed = PREFIXED.exec(segment);
  if (prefixed !== null && isLongIdOrHex(prefixed[2] ?? '')) return `${prefixed[1] ?? ''}<id>`;
  const name = extractNamePrefix(segment);
  const rest = segment.slice(name.length);
  return name + (isRandomToken(rest) ? '<id>' : rest.replaceAll(/[a-z\d]+/gi, maskPart));
}

// `t_5f3a9c01`: the name of a table or a schema that a test made for itself.
const PREFIXED = /^([a-z]{1,2}[_-])([a-z\d]{7,15}|[\da-f]{16,64})$/i;
// Error codes of compilers, linters and databases. One letter or a known prefix: `ORD12345` is an order number.
const CODE =
  /^(?:[A-Z]\d{3,4}|(?:TS|CS|MSB|NU|BC|FS|CA|LNK|ERR|DEP|HTTP)\d{3,5}[A-Za-z]*|(?:ORA|PLS|SQL)-\d{3,5})$/;
// Kubernetes' own alphabet: the replica set, then the pod.
const POD = /-[b-df-hj-np-tv-z2456789]{8,10}-[b-df-hj-np-tv-z2456789]{5}$/;
const CSS_MODULE = /__(?=\w{0,7}\d)\w{5,8}$/;
// Excludes `template2`, `temperature1` and the like.
const TEMPORARY = /^(?:tmp|temp(?![leot]))[_-]?(?=[a-zA-Z_-]{0,100}\d)[\w-]{4,500}$/;
/** Extracts `cus_` from `cus_NffrFeUfNV2Hib`, which is the type of the token. */
function extractNamePrefix(token: string): string {
  if (!token.includes('_') && !token.includes('-')) return '';
  const name = NAMED.exec(token)?.[0] ?? '';
  let end = 0;
  for (const [part, word = ''] of name.matchAll(/([a-z]{3,12})[_-]/g)) {
    if (!isWord(word)) break;
    end += part.length;
  }
  return name.slice(0, end);
}

const NAMED = /^(?:[a-z]{3,12}[_-])+/;

/** Letters and digits only. */
function maskPart(part: string): string {
  if (/^\d+$/.test(part)) return '<n>';
  if (HEX.test(part) || (HEX_LETTERS.test(part) && !HEX_WORDS.has(part.toLowerCase()))) {
    return '<id>';
  }
  if (/^\d+(?:ms|s|sec|m|min|h|us|ns)$/.test(part)) return '<duration>';
  if (/^v\d+$/.test(part)) return 'v<n>';
  if (isRandomToken(part)) return '<id>';
  // `12MB`, `16x16`. One or two digits at the end of a name (`utf8`, `step2`) are part of the name.
  return part.replaceAll(/^\d+(?:x\d+)?|\d{3,}/g, '<n>');
}

const HEX = /^(?:0x[\da-f]{1,500}|(?=[a-f]{0,100}\d)[\da-f]{7,500})$/i;
const HEX_LETTERS = /^[a-f]{7,}$/i;
// The English words of these letters.
const HEX_WORDS = new Set(['acceded', 'defaced', 'effaced', 'fabaceae']);
