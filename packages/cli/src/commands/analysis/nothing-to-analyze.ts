/** Whether the server said that nothing failed. Its code is that of wrong input, too. */
export function isNothingToAnalyze(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'BAD_REQUEST' &&
    /nothing to analyze/i.test(error.message)
  );
}
