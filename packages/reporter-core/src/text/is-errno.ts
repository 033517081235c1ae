/** Whether this is an error of the operating system or of zlib, with an error code. */
export function isErrno(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
