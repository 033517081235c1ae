/** Why a request had no answer. The message of fetch's error is only `fetch failed`; its cause tells more. */
export function unreachableReason(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message === 'bad port') return `fetch never connects to port ${new URL(url).port}`;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return code === undefined ? cause.message : (WORDS[code] ?? code);
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host not found',
  UND_ERR_SOCKET: 'connection closed',
};
