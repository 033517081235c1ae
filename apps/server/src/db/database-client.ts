import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A connection to Postgres whose errors never end the process. Sequelize listens for them only some
 * moments after the connection is made, and an `error` event that nobody listens for is an uncaught
 * exception. Whoever waits for a query of this connection gets the error as well.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }

  /** Ends the connection at once, with the query that runs on it: Postgres looks every second whether its client is there. */
  cutOff(reason: string): void {
    // pg does not declare the socket in its types.
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy(new Error(reason));
  }
}
