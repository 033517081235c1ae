import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
} from 'sequelize';
import { definitions } from './definitions.ts';

/** A project. Uploads create it, and the roll-up writes what it derives from executions. */
export class Project extends Model<InferAttributes<Project>, InferCreationAttributes<Project>> {
  declare organizationId: string;
  declare id: string;
  /** Unique in the organization. */
  declare name: string;
  declare lastExecutionNumber: CreationOptional<number>;
  declare createdAt: Date;
  /** The branch that an admin or a roll-up chose. Null before the first roll-up, and if no execution names a branch. */
  declare defaultBranch: CreationOptional<string | null>;
  /** The default branch that an admin chose. Null: the roll-up chooses it. */
  declare chosenBranch: CreationOptional<string | null>;
  /** Whether it has executions from CI. Null until the first roll-up. */
  declare hasCi: CreationOptional<boolean | null>;
}

Project.init(
  {
    organizationId: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    name: { type: DataTypes.TEXT, allowNull: false },
    lastExecutionNumber: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    createdAt: { type: DataTypes.DATE, allowNull: false },
    defaultBranch: DataTypes.TEXT,
    chosenBranch: DataTypes.TEXT,
    hasCi: DataTypes.BOOLEAN,
  },
  { sequelize: definitions, tableName: 'projects' },
);
