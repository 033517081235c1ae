/** Vitest 5 names the error. In versions 3 and 4 only the message identifies it. */
export function isTimeout({ name, message }: { name?: unknown; message?: unknown }): boolean {
  if (name === 'TestTimeoutError') return true;
  return typeof message === 'string' && /^(?:Test|Hook) timed out in \d+ms/.test(message);
}
