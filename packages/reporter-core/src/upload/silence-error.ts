/** Nothing was heard of a server for as long as it is waited for. */
export class SilenceError extends Error {
  override name = 'SilenceError';
}
