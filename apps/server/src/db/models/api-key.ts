import type { ApiKeyScope } from '@svc/contract/people/api-keys';
import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
} from 'sequelize';
import { definitions } from './definitions.ts';

/** An API key. Its SHA-256 is in `api_key_hashes`, which serves to find the organization of a key. */
export class ApiKey extends Model<InferAttributes<ApiKey>, InferCreationAttributes<ApiKey>> {
  declare organizationId: string;
  declare id: string;
  declare name: string;
  /** The last four characters of the key's text. */
  declare hint: string;
  declare scope: CreationOptional<ApiKeyScope>;
  /** Names as uploads name projects. Null: every project. */
  declare projects: CreationOptional<string[] | null>;
  /** Patterns with `*`; one that begins with `!` excludes. Null: every branch. */
  declare branches: CreationOptional<string[] | null>;
  /** False: uploads that claim the project's default branch are refused. */
  declare mayClaimBase: CreationOptional<boolean>;
  /** Null: the server's default. */
  declare readsPerMinute: number | null;
  declare writesPerMinute: number | null;
  declare createdAt: Date;
  /** Null: the server itself. */
  declare createdBy: string | null;
  /** Exact to a minute. */
  declare lastUsedAt: CreationOptional<Date | null>;
  declare expiresAt: Date | null;
  declare revokedAt: CreationOptional<Date | null>;
}

ApiKey.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    name: { type: DataTypes.TEXT, allowNull: false },
    hint: { type: DataTypes.TEXT, allowNull: false },
    scope: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'full' },
    projects: DataTypes.ARRAY(DataTypes.TEXT),
    branches: DataTypes.ARRAY(DataTypes.TEXT),
    mayClaimBase: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
    readsPerMinute: DataTypes.INTEGER,
    writesPerMinute: DataTypes.INTEGER,
    createdAt: { type: DataTypes.DATE, allowNull: false },
    createdBy: DataTypes.TEXT,
    lastUsedAt: DataTypes.DATE,
    expiresAt: DataTypes.DATE,
    revokedAt: DataTypes.DATE,
  },
  { sequelize: definitions, tableName: 'api_keys' },
);
