/** Format of an API key: `svc_`, 30 random base62 characters, 6 of checksum. Secret scanners use the same pattern. */
export const API_KEY_PATTERN = /\bsvc_[0-9A-Za-z]{36}\b/;

export const API_KEY_PREFIX = 'svc_';
export const API_KEY_RANDOM_LENGTH = 30;
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The complete key for 30 random base62 characters. */
export function buildApiKey(random: string): string {
  return API_KEY_PREFIX + random + computeBase62Crc32(random);
}

/** False for a mistyped or truncated key, checked without a request. True does not mean that the key is valid. */
export function isApiKeyText(text: string): boolean {
  const match = /^svc_([0-9A-Za-z]{30})[0-9A-Za-z]{6}$/.exec(text);
  return match?.[1] !== undefined && buildApiKey(match[1]) === text;
}

function computeBase62Crc32(ascii: string): string {
  let rest = computeCrc32(ascii);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** CRC-32 (IEEE 802.3), bit by bit: thirty characters need no table. */
function computeCrc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index++) {
    crc ^= ascii.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
