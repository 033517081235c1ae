/**
 * Whether it is an error with this code: of the server, the client or the system. Without the client's class: to load it
 * would slow every command down.
 */
export function hasErrorCode(error: unknown, code: string): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && error.code === code;
}

export function isNotFound(error: unknown): boolean {
  return hasErrorCode(error, 'NOT_FOUND');
}

/** A key that may only upload was used for a list of executions without a commit. */
export function needsCommit(error: unknown): boolean {
  return (
    hasErrorCode(error, 'FORBIDDEN') &&
    'details' in error &&
    Array.isArray(error.details) &&
    error.details.some(({ path }: { path: string }) => path === 'commit')
  );
}
