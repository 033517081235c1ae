/** Whether the status of a result or an attempt, or the outcome of a run, is a failure: failed or timed out. */
export function isFailure(status: string): boolean {
  return status === 'failed' || status === 'timedOut';
}
