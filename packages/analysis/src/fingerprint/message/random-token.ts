import { BITS_OF_KINDS, computePairBits, type CharacterKind } from './letter-pairs.ts';

/**
 * Whether a token of letters, digits and `_`, `-`, `+`, `/` was drawn at random (base62, base64, nanoid, ULID, cuid)
 * rather than written by somebody. Compares how likely both are, by the order of capitals, digits and letters. False
 * for a token without a digit and without mixed case (a capital behind a small letter, or two capitals before one). Hex
 * is not recognised here: its letters are too few to decide. Linear in the length of the token.
 */
export function isRandomToken(token: string): boolean {
  if (token.length < SHORTEST || !MIXED.test(token) || isNumbered(token)) return false;
  const limit = chooseLimit(token);
  const bits = computeNameBits(token);
  const known = bits < limit && bits >= limit - CLEAR_BITS ? token.replaceAll(KNOWN, ' ') : token;
  if (known === token) return bits < limit;
  return known.split(' ').some((rest) => isRandomToken(rest));
}

const SHORTEST = 7;
const MIXED = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;
// Below the limit by that much, a known term is in the token by chance.
const CLEAR_BITS = 12;

/** `build1234`, `RFC2045`: a number behind a word. A long word has to look like one. */
function isNumbered(token: string): boolean {
  const letters = NUMBERED.exec(token)?.[1];
  if (letters === undefined) return false;
  return letters.length < 8 || computeNameBits(letters.toLowerCase()) > -4;
}

const NUMBERED = /^([a-z]{2,20}|[A-Z][a-z]{1,20}|[A-Z]{2,20})\d+$/;

/** Whether small letters look like a word, by their order. */
export function isWord(text: string): boolean {
  if (!/[aeiouy]/.test(text) || !/^[a-z]{3,500}$/.test(text)) return false;
  let bits = 0;
  for (let at = 1; at < text.length; at++) {
    bits += computePairBits(text.charCodeAt(at - 1) - LOWER_A, text.charCodeAt(at) - LOWER_A);
  }
  return bits >= 0;
}

// Terms that look random by themselves.
const KNOWN = new RegExp(
  [
    '[iI][pP]v[46]|(?:utf|UTF|Utf)-?(?:8|16|32)|(?:http|HTTP|Http)s?[23]|(?:sha|SHA|Sha)-?[1235]\\d{0,2}',
    '(?:aes|AES|Aes)-?(?:128|192|256)|md5|MD5|Md5|(?:rfc|RFC)\\d{3,4}|[bB]ase(?:64|32)|[oO]?Auth2|oauth2',
    '[sS]qlite3|[pP]bkdf2|PBKDF2|(?:crc|CRC|Crc)(?:32|64)|U?[iI]nt(?:8|16|32|64)|[fF]loat(?:16|32|64)',
    'es20\\d\\d|v\\d(?:alpha|beta)|sRGB|CIDR|PKCS|iso-?8859|ISO-?8601|[wW]in32|(?:aarch|arm|mingw|amd)64|x86_64|[xX]509|TLSv1',
    'XMLHttp|JSX|WebGL|MySQL|NoSQL|PostgreSQL|GraphQL|JPEG|YAML|HTML5?|CSS|JSON|UUID|URLs?|URI|CPUs?|API|SDK|KMS|GPU|[gt]RPC|NaN',
  ].join('|'),
  'g',
);

/**
 * The limit below which a token is random. A short token needs clearer evidence, and so does one with separators: names
 * with many short parts (`X-Api-Key`) are unlike other names too.
 */
function chooseLimit(token: string): number {
  if (SEPARATED.test(token)) return token.length < LONG_WITH_SEPARATORS ? -12 : -7;
  return LIMITS[token.length - SHORTEST] ?? -1;
}

const SEPARATED = /[_+/-]/;
const LONG_WITH_SEPARATORS = 18;
// Limits for tokens of 7 to 12 characters.
const LIMITS = [-9, -6, -4.5, -3, -2, 0];

// A name seldom has a third number.
const NUMBERS_IN_NAME = 2;
const BITS_PER_NUMBER = 4;

const LOWER_A = 97;
const UPPER_A = 65;

/** How much likelier the token is as a name than as random text, in bits. */
function computeNameBits(token: string): number {
  const random = chooseRandomBits(token);
  let bits = 0;
  let kinds = '^^';
  let last = -1;
  let numbers = 0;
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at);
    const kind = classifyCharacter(code);
    bits += (BITS_OF_KINDS[kinds] ?? UNKNOWN)[COLUMN[kind]] - random[COLUMN[kind]];
    const letter = toLetterIndex(code, kind);
    // A capital behind a small letter begins a word.
    if (letter >= 0 && last >= 0 && !(kind === 'U' && kinds.endsWith('L'))) {
      bits += computePairBits(last, letter);
    }
    if (kind === 'D' && !kinds.endsWith('D')) numbers++;
    last = letter;
    kinds = kinds.charAt(1) + kind;
  }
  return bits - BITS_PER_NUMBER * Math.max(0, numbers - NUMBERS_IN_NAME);
}

type Bits = readonly [number, number, number, number];

const COLUMN = { L: 0, U: 1, D: 2, S: 3 } as const;
const UNKNOWN: Bits = [-2, -2, -2, -2];
// log2 of the share of each kind in base64 and, for tokens with one kind of letters, base36.
const BASE64: Bits = [-1.3, -1.3, -2.7, -5];
const BASE36: Bits = [-0.5, -0.5, -1.9, -4.2];

function chooseRandomBits(token: string): Bits {
  return /[a-z]/.test(token) && /[A-Z]/.test(token) ? BASE64 : BASE36;
}

function classifyCharacter(code: number): CharacterKind {
  if (code >= LOWER_A && code < LOWER_A + 26) return 'L';
  if (code >= UPPER_A && code < UPPER_A + 26) return 'U';
  return code >= 48 && code < 58 ? 'D' : 'S';
}

function toLetterIndex(code: number, kind: CharacterKind): number {
  if (kind === 'L') return code - LOWER_A;
  return kind === 'U' ? code - UPPER_A : -1;
}
