/** A key that may only upload was used for a list of executions without a commit. */
export function needsCommit(error: unknown): boolean {
  return isForbidden(error) && error.details.some(({ path }) => path === 'commit');
}

/** Without the client's class: this module is loaded before a command knows that it needs the client. */
export function isForbidden(error: unknown): error is Error & { details: { path: string }[] } {
  return error instanceof Error && 'code' in error && error.code === 'FORBIDDEN';
}
