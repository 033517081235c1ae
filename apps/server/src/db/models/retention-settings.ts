import { DataTypes, Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { definitions } from './definitions.ts';

/** The number of days that an organization keeps its data; null means forever, as does a missing row. */
export class RetentionSettings extends Model<
  InferAttributes<RetentionSettings>,
  InferCreationAttributes<RetentionSettings>
> {
  declare organizationId: string;
  declare resultsDays: number | null;
  declare artifactsDays: number | null;
  declare rollUpsDays: number | null;
}

RetentionSettings.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    resultsDays: DataTypes.INTEGER,
    artifactsDays: DataTypes.INTEGER,
    rollUpsDays: DataTypes.INTEGER,
  },
  { sequelize: definitions, tableName: 'retention' },
);
