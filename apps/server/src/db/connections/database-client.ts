import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A Postgres connection whose errors never end the process. An `error` event without a listener is an uncaught
 * exception, and Sequelize adds its listener only some moments after connecting. A pending query of the connection
 * also rejects with the error.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }

  /**
   * Closes the connection at once, which ends its running query: Postgres checks every second whether the client is
   * still connected.
   */
  cutOff(reason: string): void {
    // pg does not declare the socket in its types.
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy(new Error(reason));
  }
}
