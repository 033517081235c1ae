import { isIPv6 } from 'node:net';

/**
 * The key of one caller in limits by address: an IPv4 address, or the /64 network of an IPv6 address, because one
 * machine may use any of its 2^64 addresses. An IPv4 address written as IPv6 counts as IPv4.
 */
export function toCallerKey(address: string): string {
  const [plain = ''] = address.split('%');
  // Also accepts this function's own results.
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every IPv6 address the same way, in groups of hexadecimal digits.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical);
  if (mapped !== null) return formatIpv4(mapped[1] ?? '', mapped[2] ?? '');
  const [before = '', after] = canonical.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

function formatIpv4(high: string, low: string): string {
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}
