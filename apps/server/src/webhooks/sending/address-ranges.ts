import ipaddr from 'ipaddr.js';

/** Metadata services outside of the link-local range. Their answers contain credentials of the machine. */
const METADATA = new Set(
  [
    '100.100.100.200', // Alibaba
    '168.63.129.16', // Azure
    'fd00:ec2::23', // AWS: credentials of a pod
    'fd00:ec2::254', // AWS
    'fd20:ce::254', // Google
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

const PRIVATE_RANGES = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']);

/** All that is assigned to the public Internet over IPv6. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether webhooks may reach an address. Addresses of the public Internet pass, and with `allowPrivate` also loopback,
 * private and shared ones. Link-local, metadata, multicast and reserved ones do not, because no receiver has such an
 * address.
 * @param address as `net.isIP` accepts it, also with a zone
 */
export function mayReach(address: string, { allowPrivate }: { allowPrivate: boolean }): boolean {
  const parsed = ipaddr.parse(address.replace(/%.*$/, ''));
  if (METADATA.has(parsed.toNormalizedString())) return false;
  if (allowPrivate && PRIVATE_RANGES.has(parsed.range())) return true;
  return parsed instanceof ipaddr.IPv4 ? parsed.range() === 'unicast' : isPublicIpv6(parsed);
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  // On a network with only IPv6, every IPv4 address of the Internet looks like this.
  if (address.match(NAT64)) return isPublicIpv4(address.parts.slice(6));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isIsatap(address);
}

function isPublicIpv4([high = 0, low = 0]: number[]): boolean {
  const bytes = [high >> 8, high & 0xff, low >> 8, low & 0xff];
  return mayReach(bytes.join('.'), { allowPrivate: false });
}

/** ISATAP hides an IPv4 address behind any prefix (RFC 5214). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;
}
