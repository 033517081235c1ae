/** The request exceeded its total time limit. */
export class TimeLimitError extends Error {
  constructor(ms: number) {
    super(`timed out after ${ms / 1_000} s`);
    this.name = 'TimeLimitError';
  }
}

/** The sender was asked to stop. */
export class StoppedError extends Error {
  constructor() {
    super('stopped before the receiver answered');
    this.name = 'StoppedError';
  }
}

const SENTENCES: Record<string, string> = {
  REFUSED_ADDRESS: 'the host name resolves to an address that webhooks may not reach',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be resolved at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the receiver closed the connection before its answer was complete',
  EPIPE: 'the receiver closed the connection before its answer was complete',
  ETIMEDOUT: 'the connection could not be opened in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the TLS certificate is self-signed',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};

const FAMILIES: [RegExp, string][] = [
  [/CERT|SIGNATURE|CRL/, 'the TLS certificate is not trusted'],
  [/^EPROTO$|^ERR_(?:SSL|TLS)/, 'the TLS handshake failed'],
  [/^HPE_/, 'the answer is not valid HTTP'],
  [/^ERR_INVALID_|^ERR_UNESCAPED/, 'the request could not be written'],
];

/**
 * Why a request failed, for people. The messages of Node are left out, because they contain resolved addresses, which
 * would help to explore the server's network.
 */
export function describeRequestError(error: unknown): string {
  if (error instanceof TimeLimitError || error instanceof StoppedError) return error.message;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const [, sentence] = FAMILIES.find(([pattern]) => pattern.test(code)) ?? [];
  return SENTENCES[code] ?? sentence ?? 'the request failed';
}
