/** One check of `svc doctor`. */
export interface Check {
  name: 'svc' | 'server' | 'key' | 'spool' | 'refused' | 'reporter';
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  text: string;
  /** What to do, one step per line; at least one line for a problem. */
  advice: string[];
  /** For a failure: whether the key (3) or the server (4) is the cause. */
  exitStatus?: 3 | 4;
}
