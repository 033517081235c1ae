/** A database that svc cannot use, in one sentence for the operator that says what to do. */
export class DatabaseRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseRefusal';
  }
}
