/**
 * Describes why a request had no answer. The message of fetch's error is only `fetch failed`; its cause has the reason.
 */
export function describeUnreachable(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message === 'bad port') return `fetch never connects to port ${new URL(url).port}`;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return code === undefined ? cause.message : (WORDS[code] ?? code);
}

/** Whether the reason is a certificate whose issuer Node does not know, such as a private one. */
export function isUntrusted(reason: string): boolean {
  return reason.includes(SELF_SIGNED) || reason.includes(UNKNOWN_ISSUER);
}

const SELF_SIGNED = 'its certificate is self-signed';
const UNKNOWN_ISSUER = 'its certificate is from an issuer that Node does not know';

const WORDS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host not found',
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UND_ERR_SOCKET: 'connection closed',
};
