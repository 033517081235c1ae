import { portablePath, withoutBuildHash } from './stack-frame-path.ts';

/** One word of a message, without spaces or quotes, with placeholders for random or machine-specific parts. */
export function maskedWord(word: string): string {
  if (word.length > LONGEST_WORD) return '<id>';
  const number = NUMBER.exec(word);
  if (number !== null)
    return `${number[1] ?? ''}${number[2] === undefined ? '<n>' : '<duration>'}${number[3] ?? ''}`;
  const core = word.replace(/[.:!?]{1,8}$/, '');
  return maskedCore(core) + word.slice(core.length);
}

// No useful path, URL or token is longer.
const LONGEST_WORD = 500;
const NUMBER =
  /^([:#@]{0,2})[-+]?\d{1,40}(?:\.\d{1,40})?(?:e[-+]?\d{1,4})?n?(ms|s|sec|secs|m|min|h|µs|us|ns)?([.:!?%]{0,3})$/;

function maskedCore(word: string): string {
  const undated =
    word.length < 10 ? word : word.replaceAll(DATE, '<date>').replaceAll(UUID, '<uuid>');
  if (TIME.test(undated)) return '<time>';
  if (SLASHED_DATE.test(undated)) return '<date>';
  if (ADDRESS.test(undated)) return undated.replace(ADDRESS, '<host>');
  if (IPV6.test(undated)) return '<host>';
  if (HEX_GROUPS.test(undated)) return '<id>';
  const url = undated.includes('://') ? URL_START.exec(undated) : null;
  if (url !== null) return `<url>${maskedParts(undated.slice(url[0].length).replace(PLACE, ''))}`;
  if (PATH.test(undated)) return maskedParts(portablePath(undated.replace(PLACE, '')));
  return maskedParts(undated.replace(PLACE, ''));
}

const DATE =
  /\d{4}-\d\d-\d\d(?:T\d\d:?\d\d(?::?\d\d)?(?:[.,]\d{1,9})?(?:Z|[-+]\d\d:?\d\d)?)?(?!\d)/g;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const TIME = /^\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?Z?$/;
const SLASHED_DATE = /^\d{1,4}\/\d{1,2}\/\d{2,4}$/;
const ADDRESS = /^(?:localhost|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?(?=\/|$)/;
const IPV6 = /^(?=[\da-f:.]*::)[\da-f:.]{2,45}$/i;
// MAC addresses and GitHub's request ids.
const HEX_GROUPS = /^[\da-f]{1,12}(?::[\da-f]{1,12}){3,7}$/i;
const URL_START = /^(?!file:|webpack)[a-z][a-z\d+.-]{1,20}:\/\/[^/?#]*/i;
const PATH = /^(?:~?\/[\w.@~-]|[a-z]:[\\/]|file:|webpack)|\\[\w@.-]{1,80}\.\w{1,5}(?:$|:)/i;
const PLACE = /(?<=\.[a-z]{1,6}):\d{1,7}(?::\d{1,7})?$/i;

function maskedParts(word: string): string {
  const plain = withoutBuildHash(word);
  return /\d/.test(plain) || plain.length > LONGEST_NAME
    ? plain.replaceAll(SEGMENT, maskedSegment)
    : plain;
}

const SEGMENT = /[\w-]+/g;
const LONGEST_NAME = 60;

/** A part between slashes, dots and colons. */
function maskedSegment(segment: string): string {
  if (segment.length > LONGEST_NAME && !segment.includes('_') && !segment.includes('-'))
    return '<id>';
  if (!/\d/.test(segment)) return segment;
  if (CODE.test(segment)) return segment;
  if (TEMPORARY.test(segment)) return '<tmp>';
  const styled = segment.search(CSS_MODULE);
  if (styled !== -1) return `${maskedSegment(segment.slice(0, styled))}__<id>`;
  const pod = segment.search(POD);
  if (pod !== -1) return `${maskedSegment(segment.slice(0, pod))}-<id>`;
  if (looksRandom(segment)) return '<id>';
  return segment.replaceAll(/[a-z\d]+/gi, maskedPart);
}

// Error codes of compilers, linters and databases. One letter or a known prefix: `ORD12345` is an order number.
const CODE =
  /^(?:[A-Z]\d{3,4}|(?:TS|CS|MSB|NU|BC|FS|CA|LNK|ERR|DEP|HTTP)\d{3,5}[A-Za-z]*|(?:ORA|PLS|SQL)-\d{3,5})$/;
// Kubernetes' own alphabet: the replica set, then the pod.
const POD = /-[b-df-hj-np-tv-z2456789]{8,10}-[b-df-hj-np-tv-z2456789]{5}$/;
const CSS_MODULE = /__(?=\w*\d)\w{5,8}$/;
const TEMPORARY = /^te?mp[_-]?[a-z\d_-]{4,}$/i;

/**
 * Whether it is a token rather than a name: at least ten characters, two digits, and a change between letters and
 * digits or to a capital for every four characters. Names such as `TestCase12-v2` have fewer changes; nine in ten
 * random base64 and base36 tokens have more.
 */
function looksRandom(segment: string): boolean {
  if (segment.length < 10) return false;
  let digits = 0;
  let changes = 0;
  let previous = '';
  for (let at = 0; at < segment.length; at++) {
    const kind = kindOf(segment.charCodeAt(at));
    if (kind === 'separator') continue;
    if (kind === 'digit') digits++;
    const changed =
      (kind === 'digit') !== (previous === 'digit') || (kind === 'upper' && previous === 'lower');
    if (changed && previous !== '') changes++;
    previous = kind;
  }
  return digits >= 2 && changes >= 3 && changes * 4 >= segment.length;
}

function kindOf(code: number): 'digit' | 'upper' | 'lower' | 'separator' {
  if (code >= 48 && code <= 57) return 'digit';
  if (code >= 65 && code <= 90) return 'upper';
  return code >= 97 && code <= 122 ? 'lower' : 'separator';
}

/** Letters and digits only. */
function maskedPart(part: string): string {
  if (/^\d+$/.test(part)) return '<n>';
  if (/^(?:0x[\da-f]+|(?=[a-f]*\d)[\da-f]{7,})$/i.test(part)) return '<hex>';
  if (/^\d+(?:ms|s|sec|m|min|h|us|ns)$/.test(part)) return '<duration>';
  if (/^v\d+$/.test(part)) return 'v<n>';
  // `12MB`, `16x16`. One or two digits at the end of a name (`utf8`, `step2`) are part of the name.
  return part.replaceAll(/^\d+(?:x\d+)?|\d{3,}/g, '<n>');
}
