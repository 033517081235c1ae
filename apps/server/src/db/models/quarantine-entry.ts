import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
} from 'sequelize';
import { definitions } from './definitions.ts';

/** Excuses known failures of one test until a date. */
export class QuarantineEntry extends Model<
  InferAttributes<QuarantineEntry>,
  InferCreationAttributes<QuarantineEntry>
> {
  declare organizationId: string;
  declare id: string;
  declare projectId: string;
  declare testId: string;
  /** The framework of the test's newest result when the entry was added; empty without results. */
  declare framework: string;
  /** Null: every failure of the test. */
  declare fingerprints: string[] | null;
  declare reason: string;
  declare owner: string | null;
  declare createdAt: Date;
  declare createdBy: string | null;
  /** When a person added or last changed it. */
  declare changedAt: Date;
  declare expiresAt: Date;
  /** When it was lifted, and by whom. Null unless it was. */
  declare endedAt: CreationOptional<Date | null>;
  declare endedBy: CreationOptional<string | null>;
}

QuarantineEntry.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    projectId: { type: DataTypes.UUID, allowNull: false },
    testId: { type: DataTypes.UUID, allowNull: false },
    framework: { type: DataTypes.TEXT, allowNull: false },
    fingerprints: DataTypes.ARRAY(DataTypes.TEXT),
    reason: { type: DataTypes.TEXT, allowNull: false },
    owner: DataTypes.TEXT,
    createdAt: { type: DataTypes.DATE, allowNull: false },
    createdBy: DataTypes.TEXT,
    changedAt: { type: DataTypes.DATE, allowNull: false },
    expiresAt: { type: DataTypes.DATE, allowNull: false },
    endedAt: DataTypes.DATE,
    endedBy: DataTypes.TEXT,
  },
  { sequelize: definitions, tableName: 'quarantine_entries' },
);
