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

// The second one is of a node that does not even refuse, such as a machine without power.
const AWAY = [
  /^connection to the remote node (?:[^\s@]+@)?(?<node>\S+) failed/,
  /^could not establish any connections to the node (?<node>\S+) after \d+ ms/,
];

/** What to tell an operator. */
export function describeNodeAway({ node }: NodeAwayError): string {
  return `the node ${node} of the cluster does not answer. Try again when it does; 'svc-admin citus status' lists the nodes.`;
}

/** The node that the coordinator's error names, as `host:port`. */
export function readNodeAway(message: string): string | undefined {
  for (const pattern of AWAY) {
    const node = pattern.exec(message)?.groups?.['node'];
    if (node !== undefined) return node;
  }
  return undefined;
}
