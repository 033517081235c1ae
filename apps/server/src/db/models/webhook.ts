import type { Classification } from '@svc/contract/executions/outcomes';
import type { PAUSE_REASONS, WebhookFormat } from '@svc/contract/webhooks/webhooks';
import type { EventType } from '@svc/contract/zod-free/event-types';
import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
} from 'sequelize';
import { definitions } from './definitions.ts';

/** A webhook. Its row in `webhook_health` changes with every attempt. */
export class Webhook extends Model<InferAttributes<Webhook>, InferCreationAttributes<Webhook>> {
  declare organizationId: string;
  declare id: string;
  declare format: WebhookFormat;
  /** The address that answers show. The address of a chat is cut. */
  declare shownUrl: string;
  /** The key that sealed the next three. */
  declare keyId: string;
  declare sealedUrl: Buffer;
  declare sealedSecret: Buffer | null;
  declare sealedPreviousSecret: CreationOptional<Buffer | null>;
  /** Until then, the previous secret signs too. */
  declare previousSecretUntil: CreationOptional<Date | null>;
  declare events: (EventType | '*')[];
  declare description: string;
  declare active: boolean;
  /** Why the server turned it off. Null if a person did, and while it is on. */
  declare pauseReason: CreationOptional<(typeof PAUSE_REASONS)[number] | null>;
  declare pausedAt: CreationOptional<Date | null>;
  /** Filters; null for all. */
  declare project: string | null;
  declare branch: string | null;
  declare minSeverity: Classification | null;
  declare createdAt: Date;
  /** Null: the server itself. */
  declare createdBy: string | null;
  declare updatedAt: Date;
}

Webhook.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    format: { type: DataTypes.TEXT, allowNull: false },
    shownUrl: { type: DataTypes.TEXT, allowNull: false },
    keyId: { type: DataTypes.TEXT, allowNull: false },
    sealedUrl: { type: DataTypes.BLOB, allowNull: false },
    sealedSecret: DataTypes.BLOB,
    sealedPreviousSecret: DataTypes.BLOB,
    previousSecretUntil: DataTypes.DATE,
    events: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
    description: { type: DataTypes.TEXT, allowNull: false },
    active: { type: DataTypes.BOOLEAN, allowNull: false },
    pauseReason: DataTypes.TEXT,
    pausedAt: DataTypes.DATE,
    project: DataTypes.TEXT,
    branch: DataTypes.TEXT,
    minSeverity: DataTypes.TEXT,
    createdAt: { type: DataTypes.DATE, allowNull: false },
    createdBy: DataTypes.TEXT,
    updatedAt: { type: DataTypes.DATE, allowNull: false },
  },
  { sequelize: definitions, tableName: 'webhooks' },
);
