import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
} from 'sequelize';
import { definitions } from './definitions.ts';

/** An organization. Sessions, members and invitations refer to it by its id as text. */
export class Organization extends Model<
  InferAttributes<Organization>,
  InferCreationAttributes<Organization>
> {
  declare organizationId: string;
  /** Several organizations may have the same name. */
  declare name: string;
  declare createdAt: Date;
  /** Time from which the organization cannot be used. A job erases it. */
  declare deletedAt: CreationOptional<Date | null>;
  /** How often tests were erased: servers cache which tests exist. */
  declare testErasures: CreationOptional<number>;
}

Organization.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    name: { type: DataTypes.TEXT, allowNull: false },
    createdAt: { type: DataTypes.DATE, allowNull: false },
    deletedAt: DataTypes.DATE,
    testErasures: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
  },
  { sequelize: definitions, tableName: 'organizations' },
);
