import { parseSync } from 'libpg-query';

/** A rule that a statement breaks, and where. */
export interface Complaint {
  rule: Rule;
  what: string;
}

/** What a Citus cluster refuses, sends to all nodes, or answers differently. */
export type Rule =
  /** A tenant table without `organization_id = $n` at its own level: the statement goes to all nodes. */
  | 'unbound'
  /** Rows of a tenant table are locked without it: refused. */
  | 'unbound lock'
  /** UPDATE and DELETE take no volatile function. */
  | 'volatile in a change'
  /** UPDATE takes no function of the time on a column, nor inside CASE and COALESCE. */
  | 'time of a column in a change'
  /** A part of the statement reads a table that another part writes: on a cluster, it reads what is written. */
  | 'reads what it writes'
  /** INSERT … SELECT $n: the rows go through the coordinator, and errors lose their code. */
  | 'organization not from a table'
  /** A node that gets INSERT … SELECT does not find the tables that a CTE names. */
  | 'table in a CTE of an insert'
  /** An advisory lock beside a table would be taken on a worker, where no other server sees it. */
  | 'advisory lock beside a table'
  /** An empty select list. */
  | 'selects nothing';

type Tree = Record<string, unknown>;

/** The rules that the statements of this text break. `tenantTables` are those with rows of an organization. */
export function judgeStatement(sql: string, tenantTables: ReadonlySet<string>): Complaint[] {
  const { stmts = [] } = parseSync(sql) as { stmts?: { stmt: Tree }[] };
  return stmts.flatMap(({ stmt }) => new Judge(tenantTables).judge(stmt));
}

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];
const NO_CTES: ReadonlySet<string> = new Set();
const VOLATILE = new Set(['clock_timestamp', 'random', 'gen_random_uuid', 'nextval', 'timeofday']);
const TIMES = new Set(['now', 'statement_timestamp', 'transaction_timestamp']);

class Judge {
  readonly #tenantTables: ReadonlySet<string>;
  readonly #complaints: Complaint[] = [];
  /** The tables that parts of the statement write, and those that other parts read. */
  readonly #written = new Set<string>();
  readonly #read = new Set<string>();

  constructor(tenantTables: ReadonlySet<string>) {
    this.#tenantTables = tenantTables;
  }

  judge(statement: Tree): Complaint[] {
    this.#visit(statement, new Set());
    const tables = new Set([...this.#written, ...this.#read]);
    if (tables.size > 0 && find(statement, 'FuncCall').some((call) => isAdvisory(nameOf(call)))) {
      this.#complain('advisory lock beside a table', [...tables].join(', '));
    }
    // A statement of one organization, without INSERT … SELECT, runs on its node as one, as on Postgres.
    const isWhole = this.#complaints.length === 0 && !find(statement, 'InsertStmt').some(hasSelect);
    if (find(statement, 'CommonTableExpr').length > 0 && !isWhole) {
      for (const table of this.#written) {
        if (this.#read.has(table)) this.#complain('reads what it writes', table);
      }
    }
    return this.#complaints;
  }

  #complain(rule: Rule, what: string): void {
    if (this.#complaints.some((known) => known.rule === rule && known.what === what)) return;
    this.#complaints.push({ rule, what });
  }

  /** Judges the queries of the tree, each as a level of its own. `known` are the names of CTEs. */
  #visit(tree: unknown, known: ReadonlySet<string>): void {
    if (Array.isArray(tree)) {
      for (const one of tree) this.#visit(one, known);
      return;
    }
    if (!isTree(tree)) return;
    for (const [key, value] of Object.entries(tree)) {
      if (QUERIES.includes(key) && isTree(value)) this.#judgeQuery(key, value, known);
      else this.#visit(value, known);
    }
  }

  #judgeQuery(kind: string, query: Tree, outer: ReadonlySet<string>): void {
    const known = new Set(outer);
    for (const cte of find(query['withClause'], 'CommonTableExpr', { deep: false })) {
      known.add(String(cte['ctename']));
    }
    const tables = this.#listTables(kind, query, known);
    const conditions = listConditions(query);
    const unbound = findUnbound(tables, conditions);
    const locks = query['lockingClause'] !== undefined;
    for (const { table } of unbound) this.#complain(locks ? 'unbound lock' : 'unbound', table);
    if (kind === 'SelectStmt') this.#judgeSelect(query);
    if (kind === 'InsertStmt') this.#judgeInsert(query);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.#judgeChange(query);
    for (const [key, value] of Object.entries(query)) {
      // The two sides of a UNION are queries without the key that tells so.
      if ((key === 'larg' || key === 'rarg') && isTree(value)) {
        this.#judgeQuery('SelectStmt', value, known);
      } else this.#visit(value, known);
    }
  }

  /** The tenant tables of this level. The target of an INSERT needs no condition. */
  #listTables(kind: string, query: Tree, known: ReadonlySet<string>): Named[] {
    const read = [...listFrom(query['fromClause']), ...listFrom(query['usingClause'])].flatMap(
      (range) => this.#nameTenantTable(range, known) ?? [],
    );
    for (const { table } of read) this.#read.add(table);
    const target = isTree(query['relation'])
      ? this.#nameTenantTable(query['relation'], known)
      : undefined;
    if (target === undefined) return read;
    this.#written.add(target.table);
    return kind === 'InsertStmt' ? read : [...read, target];
  }

  #nameTenantTable(range: Tree, known: ReadonlySet<string>): Named | undefined {
    const name = String(range['relname']);
    // A partition has the name of its table and a day.
    const table = name.replace(/_\d{8}$/, '');
    if (known.has(name) || !this.#tenantTables.has(table)) return undefined;
    const alias = isTree(range['alias']) ? String(range['alias']['aliasname']) : name;
    return { table, alias };
  }

  #judgeSelect(query: Tree): void {
    const isEmpty =
      query['targetList'] === undefined &&
      query['valuesLists'] === undefined &&
      (query['op'] === undefined || query['op'] === 'SETOP_NONE');
    if (isEmpty) this.#complain('selects nothing', 'SELECT FROM');
  }

  #judgeInsert(query: Tree): void {
    const table = isTree(query['relation']) ? String(query['relation']['relname']) : '';
    const columns = asList(query['cols']).map((column) => find(column, 'ResTarget')[0]?.['name']);
    const index = columns.indexOf('organization_id');
    const select = find(query['selectStmt'], 'SelectStmt', { deep: false })[0];
    if (!this.#tenantTables.has(table) || index < 0 || select === undefined) return;
    const value = find(asList(select['targetList'])[index], 'ResTarget', { deep: false })[0]?.[
      'val'
    ];
    if (isParameter(value)) this.#complain('organization not from a table', table);
    const inCtes = find(find(query, 'CommonTableExpr'), 'RangeVar').flatMap(
      (range) => this.#nameTenantTable(range, NO_CTES) ?? [],
    );
    for (const one of inCtes) this.#complain('table in a CTE of an insert', one.table);
  }

  #judgeChange(query: Tree): void {
    const table = isTree(query['relation']) ? String(query['relation']['relname']) : '';
    if (!this.#tenantTables.has(table)) return;
    for (const call of find(query, 'FuncCall')) {
      if (VOLATILE.has(nameOf(call))) this.#complain('volatile in a change', nameOf(call));
    }
    const own = [query['targetList'], query['whereClause'], query['fromClause']];
    for (const kind of ['CaseExpr', 'CoalesceExpr']) {
      for (const expression of find(own, kind)) {
        const call = find(expression, 'FuncCall').find((one) => TIMES.has(nameOf(one)));
        if (call !== undefined) this.#complain('time of a column in a change', nameOf(call));
      }
    }
    for (const expression of find(own, 'A_Expr')) {
      if (isTimeOfColumn(expression)) this.#complain('time of a column in a change', table);
    }
  }
}

function hasSelect(insert: Tree): boolean {
  return find(insert['selectStmt'], 'SelectStmt').some(
    (select) => select['valuesLists'] === undefined,
  );
}

interface Named {
  table: string;
  alias: string;
}

/** The tables that neither a parameter binds, nor a table of this level that one binds. */
function findUnbound(tables: readonly Named[], conditions: readonly Tree[]): Named[] {
  const equal = conditions.map(readEquality).filter((sides) => sides !== undefined);
  const only = tables.length === 1 ? tables[0]?.alias : undefined;
  const resolve = (side: string): string => (side === '' ? (only ?? '') : side);
  const bound = new Set<string>(['$']);
  for (let before = -1; before < bound.size;) {
    before = bound.size;
    for (const sides of equal) {
      const [left, right] = [resolve(sides[0]), resolve(sides[1])];
      if (bound.has(left)) bound.add(right);
      if (bound.has(right)) bound.add(left);
    }
  }
  return tables.filter(({ alias }) => !bound.has(alias));
}

/** The aliases whose organization_id the condition equates; `$` is a parameter, and '' a column without its table. */
function readEquality(condition: Tree): [string, string] | undefined {
  const operator = readName(condition['name']);
  if (condition['kind'] !== 'AEXPR_OP' || operator !== '=') return undefined;
  const left = readSide(condition['lexpr']);
  const right = readSide(condition['rexpr']);
  return left === undefined || right === undefined ? undefined : [left, right];
}

function readSide(expression: unknown): string | undefined {
  if (isParameter(expression)) return '$';
  const column = isTree(expression) ? expression['ColumnRef'] : undefined;
  if (!isTree(column)) return undefined;
  const fields = asList(column['fields']);
  if (readName(fields) !== 'organization_id') return undefined;
  return fields.length > 1 ? readName(fields.slice(0, -1)) : '';
}

function isParameter(expression: unknown): boolean {
  if (!isTree(expression)) return false;
  const cast = expression['TypeCast'];
  return expression['ParamRef'] !== undefined || (isTree(cast) && isParameter(cast['arg']));
}

/** What must hold for each row of the level: the terms of WHERE and of its joins. */
function listConditions(query: Tree): Tree[] {
  const joins = listJoins([query['fromClause'], query['usingClause']]).map(({ quals }) => quals);
  return [query['whereClause'], ...joins].flatMap(listTerms);
}

function listTerms(condition: unknown): Tree[] {
  if (!isTree(condition)) return [];
  const { BoolExpr: both, A_Expr: one, FuncCall: call } = condition;
  // On a cluster, this function of the schema is a comparison.
  if (isTree(call) && readName(call['funcname']) === 'is_organization') {
    const [lexpr, rexpr] = asList(call['args']);
    return [{ kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr }];
  }
  if (isTree(both) && both['boolop'] === 'AND_EXPR') return asList(both['args']).flatMap(listTerms);
  return isTree(one) ? [one] : [];
}

function listJoins(from: unknown): Tree[] {
  if (Array.isArray(from)) return from.flatMap(listJoins);
  const join = isTree(from) ? from['JoinExpr'] : undefined;
  return isTree(join) ? [join, ...listJoins(join['larg']), ...listJoins(join['rarg'])] : [];
}

function listFrom(from: unknown): Tree[] {
  if (Array.isArray(from)) return from.flatMap(listFrom);
  if (!isTree(from)) return [];
  const { JoinExpr: join, RangeVar: range } = from;
  if (isTree(join)) return [...listFrom(join['larg']), ...listFrom(join['rarg'])];
  return isTree(range) ? [range] : [];
}

/** A time plus or minus an interval, with a column on one side. */
function isTimeOfColumn(expression: Tree): boolean {
  const operator = readName(expression['name']);
  if (!['+', '-'].includes(operator)) return false;
  const isInterval =
    find(expression, 'typeName').some((type) =>
      find(type['names'], 'String').some(({ sval }) => sval === 'interval'),
    ) || find(expression, 'FuncCall').some((call) => nameOf(call) === 'make_interval');
  return isInterval && find(expression, 'ColumnRef').length > 0;
}

function isAdvisory(name: string): boolean {
  return name.includes('advisory');
}

function nameOf(call: Tree): string {
  return readName(call['funcname']);
}

/** The last part of a name in several parts. */
function readName(parts: unknown): string {
  return String(find(parts, 'String').at(-1)?.['sval']);
}

/** The nodes of this kind below the tree; without `deep`, those that are not inside another of the kind. */
function find(tree: unknown, kind: string, { deep = true }: { deep?: boolean } = {}): Tree[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => find(one, kind, { deep }));
  if (!isTree(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => {
    if (key !== kind || !isTree(value)) return find(value, kind, { deep });
    return [value, ...(deep ? find(value, kind, { deep }) : [])];
  });
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
