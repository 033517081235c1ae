/** Whether the operating system (or zlib) refused something, and with which code. */
export function isErrno(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
