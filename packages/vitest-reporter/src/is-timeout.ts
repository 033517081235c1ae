/** Vitest 5 names the error; 3 and 4 tell it by their message alone. */
export function isTimeout({ name, message }: { name?: unknown; message?: unknown }): boolean {
  if (name === 'TestTimeoutError') return true;
  return typeof message === 'string' && /^(?:Test|Hook) timed out in \d+ms/.test(message);
}
