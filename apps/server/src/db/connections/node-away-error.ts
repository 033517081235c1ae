import { ConnectionError } from 'sequelize';

/** The coordinator of a cluster answers, and one of its nodes does not. */
export class NodeAwayError extends ConnectionError {
  /** `host:port` */
  readonly node: string;

  constructor(cause: Error, node: string) {
    super(cause);
    this.node = node;
  }
}

const AWAY = /^connection to the remote node (?:[^\s@]+@)?(?<node>\S+) failed/;

/** The node that the coordinator's error names, as `host:port`. */
export function readNodeAway(message: string): string | undefined {
  return AWAY.exec(message)?.groups?.['node'];
}
