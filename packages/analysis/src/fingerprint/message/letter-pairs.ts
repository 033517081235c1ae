/**
 * How much likelier a letter is after another one in a name than in random text, in bits: `computePairBits(a, b)` with the
 * letters' places in the alphabet, from -8 to 5. Counted in the type declarations of public packages.
 */
export function computePairBits(first: number, second: number): number {
  return (PAIRS[first]?.charCodeAt(second) ?? NO_BITS) - NO_BITS;
}

// The letter for zero bits.
const NO_BITS = 'i'.charCodeAt(0);

// A row for each first letter, a column for each second letter.
const PAIRS = [
  'eijiegicicgkjjcickjkhggghe',
  'kgggkffgjjekfejfdiigjdddic',
  'jehfkedkidjjeclgdjhkidccgb',
  'khfilffdkffiffjgdiigifddhc',
  'igjjhigdedeiikfhgkkjehgigc',
  'jfgfkidclceiehkdcjhijcddhc',
  'ifgelfiikcdigjhfcjihieebfd',
  'lgeglcccjbfghekfdihjidgchd',
  'igjiihiadbfiilkhdhjjehbgbh',
  'idffledehefeeejfeelgihifdc',
  'jgfhmfhfkdehgihgefjhhdfcgc',
  'jgeilfeckbejddkfaehijhdbib',
  'kiffldecjcdhigjjefifhfcdgd',
  'jejjjijeidggfhjgbekkhhdbgc',
  'hhijeggcgehiilhjakiijhifdb',
  'kdghkdehibejffkiakikidcdfa',
  'feefedgdgedieefeeffendeded',
  'kehhlfhcjagghhkgcijjhhebia',
  'idjgkgdijcgggfjiffjlifffib',
  'jdhelfdjkbdffejgcjiiidfcjc',
  'hhhhkghbibdjikfjakjkeccfcd',
  'ldgelcgdkbcdgeidbefefecbdc',
  'kfefkefikcggejkgcjkgddfddc',
  'ifjfjfdfjddghfglcfgleecihd',
  'hhhgigfdhdejikhlcfkifdidef',
  'jeeildefidegffledffeidfdih',
];

/** The kinds of characters in a token. A separator is any of `_`, `-`, `+`, `/`. */
export type CharacterKind = 'L' | 'U' | 'D' | 'S';

/**
 * How likely a kind follows the two before it in a name, in bits: lower-case letter, capital, digit, separator. `^` is
 * the token's beginning. Counted in the same names, with a lower bound, so that no single step decides.
 */
export const BITS_OF_KINDS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '^^': [-0.8, -1.5, -5.1, -5.3],
  '^L': [-0.1, -7.6, -5.2, -7.7],
  '^U': [-0.5, -2.0, -6.5, -7.9],
  '^D': [-1.9, -3.7, -0.7, -5.2],
  '^S': [-0.7, -3.5, -7.1, -1.8],
  LL: [-0.2, -3.2, -7.9, -5.0],
  LU: [0.0, -5.0, -8.5, -8.5],
  LD: [-1.9, -3.2, -0.8, -4.7],
  LS: [-0.1, -4.5, -5.3, -7.0],
  UL: [-0.1, -4.9, -8.5, -8.5],
  UU: [-4.7, -0.3, -6.9, -2.8],
  UD: [-3.0, -1.3, -1.4, -3.7],
  US: [-5.9, 0.0, -6.5, -8.5],
  DL: [-1.1, -4.5, -1.0, -7.1],
  DU: [-1.8, -1.8, -2.3, -2.1],
  DD: [-1.8, -4.1, -0.7, -4.6],
  DS: [-0.8, -2.9, -1.9, -6.3],
  SL: [0.0, -8.5, -7.4, -8.2],
  SU: [-4.1, -0.1, -5.4, -8.5],
  SD: [-3.4, -4.8, -0.5, -2.7],
  SS: [-0.2, -3.1, -6.9, -5.3],
};
