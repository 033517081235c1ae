/** The tables of projects and their tests. */
export const PROJECTS = `
CREATE TABLE projects (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  name text NOT NULL,
  last_execution_number integer NOT NULL DEFAULT 0,
  -- The default branch that an admin chose. Null: the roll-up chooses it from the newest executions.
  chosen_branch text,
  default_branch text,
  -- Whether only executions from CI count for the project's branches. The states of its tests were judged with this
  -- value. Null: not decided yet.
  has_ci boolean,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT projects_name UNIQUE (organization_id, name)
);

CREATE TABLE tests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  variant text,
  file text NOT NULL,
  title_path jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  -- What a search reads of every test. Lower case, because ILIKE converts both sides for every row.
  searched text GENERATED ALWAYS AS (lower(file || chr(10) || title_path::text)) STORED,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT tests_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
-- Rows are looked up by id far more often than in any other way. If the statistics are older than the rows of an
-- organization, Postgres expects none: every index that begins with organization_id costs the same then, and it may
-- read all rows of the organization for each look-up. A hash index always costs less.
CREATE INDEX tests_by_id ON tests USING hash (id);
-- Tests in the order of their list. Indexes the beginning of the texts, because an index entry cannot hold the longest.
CREATE INDEX tests_by_file ON tests (
  organization_id, (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);
CREATE INDEX tests_of_project_by_file ON tests (
  organization_id, project_id,
  (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);
-- A roll-up asks when the newest test of a project was first seen, while uploads wait for rows that it has locked. Only
-- a new test and a corrected time add an entry.
CREATE INDEX tests_by_first_seen ON tests (organization_id, project_id, first_seen_at);
`;
