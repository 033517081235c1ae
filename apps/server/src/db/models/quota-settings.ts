import { DataTypes, Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { definitions } from './definitions.ts';

/**
 * How much an organization may store. Null is the server's default, as is a missing row; 0 is no limit.
 */
export class QuotaSettings extends Model<
  InferAttributes<QuotaSettings>,
  InferCreationAttributes<QuotaSettings>
> {
  declare organizationId: string;
  declare results: number | null;
  declare artifactBytes: number | null;
}

QuotaSettings.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    results: DataTypes.DOUBLE,
    artifactBytes: DataTypes.DOUBLE,
  },
  { sequelize: definitions, tableName: 'quotas' },
);
