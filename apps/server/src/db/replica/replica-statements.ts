import { ConnectionError, DatabaseError } from 'sequelize';
import { publishStatement, type Asker, type Database } from '../connections/database.ts';
import type { ModelStatement, Statements, Transaction } from '../statements.ts';
import { codeOf } from './positions.queries.ts';
import { raceAbort } from './race-abort.ts';
import type { Replica } from './replica.ts';

/** One answer: for whom, which data revision it needs at least, and the connections to the primary. */
export interface Question extends Asker {
  revision: number;
  primary: Database;
}

/**
 * The statements of one answer. They run on the replica if it has the data revision when the first one runs, otherwise
 * on the primary. A statement that the replica cannot finish runs again on the primary, and so do all after it: an
 * answer never goes back in time.
 */
export class ReplicaStatements implements Statements {
  readonly #replica: Replica;
  readonly #question: Question;
  readonly #primary: Statements;
  #choosing: Promise<OnReplica | null> | undefined;

  constructor(replica: Replica, question: Question) {
    this.#replica = replica;
    this.#question = question;
    this.#primary = question.primary.of(question);
  }

  query = <Row extends object>(...sent: Parameters<Statements['query']>): Promise<Row[]> => {
    // Here, because the statement runs after others, and a watcher would not see who sends it.
    publishStatement(sent[0]);
    return this.#run((statements) => statements.query<Row>(...sent));
  };

  prepared = <Row extends object>(...sent: Parameters<Statements['prepared']>): Promise<Row[]> => {
    publishStatement(sent[0]);
    return this.#run((statements) => statements.prepared<Row>(...sent));
  };

  modelStatement = <Answer>(
    run: ModelStatement<Answer>,
    ...change: [changed?: string, owner?: string]
  ): Promise<Answer> => this.#run((statements) => statements.modelStatement(run, ...change));

  transaction = <Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer> =>
    this.#run((statements) => statements.transaction(work));

  async #run<Answer>(work: (statements: Statements) => Promise<Answer>): Promise<Answer> {
    const chosen = await (this.#choosing ??= this.#choose());
    if (chosen === null) return work(this.#primary);
    try {
      return await raceAbort(work(chosen.statements), chosen.signal);
    } catch (error) {
      if (this.#question.signal?.aborted === true || !isReplicasFault(error)) throw error;
      this.#replica.noteUnfinished();
      this.#choosing = Promise.resolve(null);
      return work(this.#primary);
    }
  }

  async #choose(): Promise<OnReplica | null> {
    const serving = await this.#replica.serve(this.#question);
    this.#replica.noteAnswer(serving === null ? 'primary' : 'replica');
    if (serving === null) return null;
    const { organizationId, signal: leaving } = this.#question;
    const signal =
      leaving === undefined ? serving.signal : AbortSignal.any([leaving, serving.signal]);
    return { statements: serving.database.of({ organizationId, signal }), signal };
  }
}

/** Statements on the replica; `signal` aborts when the client leaves, or the replica is left out. */
interface OnReplica {
  statements: Statements;
  signal: AbortSignal;
}

// 25006: something in the answer writes or locks. 40001 and 40P01: what the replica replays conflicts with the
// statement, such as a vacuum of rows that it reads.
const REPLICAS_FAULTS = ['25006', '40001', '40P01'];

/** Whether the primary may answer what failed on the replica. */
function isReplicasFault(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof DatabaseError && REPLICAS_FAULTS.includes(codeOf(error) ?? '');
}
