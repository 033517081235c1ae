import {
  literal,
  type Attributes,
  type CreationAttributes,
  type Model,
  type ModelStatic,
} from 'sequelize';
import { escapeNul, type ModelStatement, type Statements } from '../statements.ts';

/** A model of a table whose rows belong to organizations. */
type OrganizationModel = Model & { organizationId: string };

/** A row as a plain object. */
export type RowOf<M extends OrganizationModel> = Attributes<M>;

type Columns<M extends OrganizationModel> = Omit<Attributes<M>, 'organizationId'>;
type NewRow<M extends OrganizationModel> = Omit<CreationAttributes<M>, 'organizationId'>;

/** A value, null, or an array of the allowed values. A row must match all columns. */
export type Where<M extends OrganizationModel> = {
  [Column in keyof Columns<M>]?: Columns<M>[Column] | readonly Columns<M>[Column][];
};

export interface Selection<M extends OrganizationModel> {
  where?: Where<M>;
  order?: readonly (readonly [column: keyof Columns<M> & string, direction: 'ASC' | 'DESC'])[];
  limit?: number;
}

/**
 * The rows of a model that belong to one organization. Each method is one statement, on the connection and in the
 * transaction of the scope. An `organizationId` in the values is ignored.
 */
export interface Records<M extends OrganizationModel> {
  findAll(selection?: Selection<M>): Promise<RowOf<M>[]>;
  findOne(where: Where<M>): Promise<RowOf<M> | null>;
  create(values: NewRow<M>): Promise<RowOf<M>>;
  /** Creates the organization's row, or changes these columns of the row with the same primary key. */
  upsert(values: NewRow<M>): Promise<void>;
  /** Returns the changed rows. */
  update(values: Partial<Columns<M>>, where: Where<M>): Promise<RowOf<M>[]>;
  /** Returns the number of deleted rows. */
  destroy(where: Where<M>): Promise<number>;
}

/** The records of the scope's organization. Rows are plain objects, which cannot reach the database by themselves. */
export function recordsOf<M extends OrganizationModel>(
  scope: Pick<Statements, 'modelStatement'> & { organizationId: string },
  model: ModelStatic<M>,
): Records<M> {
  const { organizationId } = scope;
  const owned = <Values extends object>(values: Values) => ({
    ...mapValues(values, escapeNul),
    organizationId,
  });
  const asNew = (values: NewRow<M>) => owned(values) as unknown as CreationAttributes<M>;
  const change = <Answer>(run: ModelStatement<Answer>) =>
    scope.modelStatement(run, model.getTableName() as string);
  const findAll = ({ where = {}, order = [], limit }: Selection<M> = {}) =>
    scope.modelStatement((options) =>
      model.findAll({
        ...options,
        ...bindWhere(model, owned(where)),
        order: order.map(([column, direction]): [string, string] => [column, direction]),
        ...(limit === undefined ? {} : { limit }),
        raw: true,
      }),
    );
  return {
    findAll,
    findOne: async (where) => (await findAll({ where, limit: 1 }))[0] ?? null,
    create: (values) =>
      change(async (options) => toPlainRow(await model.create(asNew(values), options))),
    upsert: (values) =>
      change(async (options) => {
        await model.upsert(asNew(values), { ...options, returning: false });
      }),
    update: (values, where) =>
      change(async (options) => {
        const { organizationId: _, ...changes } = owned(values);
        const [, rows] = await model.update(changes as Partial<Attributes<M>>, {
          ...options,
          where: owned(where) as Attributes<M>,
          returning: true,
        });
        return rows.map(toPlainRow);
      }),
    destroy: (where) =>
      change((options) => model.destroy({ ...options, ...bindWhere(model, owned(where)) })),
  };
}

function mapValues<Values extends object>(
  values: Values,
  change: (value: unknown) => unknown,
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, change(value)]),
  ) as Values;
}

function toPlainRow<M extends OrganizationModel>(row: M): RowOf<M> {
  return row.get({ plain: true });
}

/** The condition with its values in `bind`: Sequelize writes the values of `where` into a SELECT's or DELETE's text. */
function bindWhere<M extends OrganizationModel>(model: ModelStatic<M>, where: object) {
  const bind: unknown[] = [];
  const conditions = Object.entries(where).map(([name, value]: [string, unknown]) => {
    const column = model.getAttributes()[name as keyof Attributes<M>]?.field;
    if (column === undefined) throw new Error(`${model.name} has no column '${name}'`);
    if (value === null) return `"${column}" IS NULL`;
    const place = `$${bind.push(escapeNul(value))}`;
    return Array.isArray(value) ? `"${column}" = ANY (${place})` : `"${column}" = ${place}`;
  });
  return { where: literal(conditions.join(' AND ')), bind };
}
