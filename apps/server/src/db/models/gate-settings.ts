import { DataTypes, Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { definitions } from './definitions.ts';

/** The failures that the gate of an organization excuses besides quarantined ones; a missing row means none. */
export class GateSettings extends Model<
  InferAttributes<GateSettings>,
  InferCreationAttributes<GateSettings>
> {
  declare organizationId: string;
  declare excuseKnownFlakes: boolean;
  declare blockOnlyNew: boolean;
}

GateSettings.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    excuseKnownFlakes: { type: DataTypes.BOOLEAN, allowNull: false },
    blockOnlyNew: { type: DataTypes.BOOLEAN, allowNull: false },
  },
  { sequelize: definitions, tableName: 'gate_settings' },
);
