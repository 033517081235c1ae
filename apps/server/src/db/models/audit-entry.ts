import { DataTypes, Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { definitions } from './definitions.ts';

/**
 * The log of changes and their authors. Entries are only added; only the deletion of their organization removes them.
 */
export class AuditEntry extends Model<
  InferAttributes<AuditEntry>,
  InferCreationAttributes<AuditEntry>
> {
  declare organizationId: string;
  declare id: string;
  declare at: Date;
  declare actorKind: 'user' | 'apiKey' | 'server';
  /** Null: the server itself. */
  declare actorId: string | null;
  /** Name of the author for display: e-mail address, key's name, or command. */
  declare actor: string;
  /** Null: the server itself. */
  declare address: string | null;
  declare action: string;
  declare targetKind: string;
  declare targetId: string;
  /** Name of the target for display, as it was at that time. */
  declare target: string;
  declare details: Record<string, unknown>;
}

AuditEntry.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    at: { type: DataTypes.DATE, allowNull: false },
    actorKind: { type: DataTypes.TEXT, allowNull: false },
    actorId: DataTypes.TEXT,
    actor: { type: DataTypes.TEXT, allowNull: false },
    address: DataTypes.TEXT,
    action: { type: DataTypes.TEXT, allowNull: false },
    targetKind: { type: DataTypes.TEXT, allowNull: false },
    targetId: { type: DataTypes.TEXT, allowNull: false },
    target: { type: DataTypes.TEXT, allowNull: false },
    details: { type: DataTypes.JSONB, allowNull: false },
  },
  { sequelize: definitions, tableName: 'audit_log' },
);
