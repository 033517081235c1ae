/** One thing that `svc doctor` looked at. */
export interface Check {
  name: 'svc' | 'server' | 'key' | 'spool' | 'reporter';
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  text: string;
  /** What to do, one thing a line; at least one where something is wrong. */
  advice: string[];
  /** For a failure: whose trouble it is, the key's (3) or the server's (4). */
  exitStatus?: 3 | 4;
}
