import type { Principal } from '../principal.ts';
import type { AddedUsage, Statements, Transaction } from './statements.ts';

/**
 * Access to the data of one organization: its id, the sender of the request, and the connections for the statements. A
 * scope does not filter rows: every statement binds `organizationId` itself. A transaction whose statements change data
 * that answers read raises the organization's data revision; a single such statement runs in a transaction of its own.
 */
export interface Scope extends Statements {
  readonly organizationId: string;
  /** The sender of the request; null for jobs, commands and signed addresses. */
  readonly principal: Principal | null;
  /** `work` receives the same scope inside the transaction. */
  transaction<Answer>(work: (scope: TransactionScope) => Promise<Answer>): Promise<Answer>;
}

/** A scope whose statements all run in one transaction. */
export interface TransactionScope extends Scope, Transaction {
  /** Adds to the organization's usage what the transaction stores, or takes off what it deletes. */
  addUsage(usage: Partial<AddedUsage>): void;
  transaction<Answer>(work: (scope: TransactionScope) => Promise<Answer>): Promise<Answer>;
}

/** The scope of a request with a credential. */
export interface RequestScope extends Scope {
  readonly principal: Principal;
}

/** The scope of an organization for work without a principal. It is in a transaction if `statements` is. */
export function createScope(statements: Transaction, organizationId: string): TransactionScope;
export function createScope(statements: Statements, organizationId: string): Scope;
export function createScope(statements: Statements, organizationId: string): Scope {
  return isTransaction(statements)
    ? buildTransactionScope(statements, { organizationId, principal: null })
    : buildScope(statements, { organizationId, principal: null });
}

/** The scope of the principal's organization. */
export function createPrincipalScope(statements: Statements, principal: Principal): RequestScope {
  const { organizationId } = principal;
  return { ...buildScope(statements, { organizationId, principal }), principal };
}

type Identity = Pick<Scope, 'organizationId' | 'principal'>;

function buildScope(statements: Statements, identity: Identity): Scope {
  const { organizationId } = identity;
  return {
    ...identity,
    query: (sql, bind = []) => statements.query(sql, bind, organizationId),
    prepared: (sql, bind) => statements.prepared(sql, bind, organizationId),
    modelStatement: (run, changed) => statements.modelStatement(run, changed, organizationId),
    transaction: (work) =>
      statements.transaction((transaction) => work(buildTransactionScope(transaction, identity))),
  };
}

function buildTransactionScope(transaction: Transaction, identity: Identity): TransactionScope {
  return {
    ...buildScope(transaction, identity),
    inTransaction: true,
    noteChange: transaction.noteChange,
    addUsage: ({ results = 0, artifactBytes = 0 }) => {
      if (results === 0 && artifactBytes === 0) return;
      transaction.noteChange(identity.organizationId, { results, artifactBytes });
    },
  };
}

function isTransaction(statements: Statements): statements is Transaction {
  return 'inTransaction' in statements;
}
