/** Quarantine entries, the failures that they excused, and the settings of the merge gate. */
export const GATE = `
-- Excuses known failures of a test until a date. People write it, so it cannot be derived again.
CREATE TABLE quarantine_entries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  test_id uuid NOT NULL,
  -- The framework of the test's newest result when the entry was added.
  framework text NOT NULL,
  -- The failures that it excuses, as people see fingerprints (fp2:…). Null for every failure of the test.
  fingerprints text[],
  reason text NOT NULL,
  owner text,
  created_at timestamptz NOT NULL,
  created_by text,
  -- When a person added or last changed it.
  changed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When it was lifted, and by whom: a user, a key, or the server. Null unless it was.
  ended_at timestamptz,
  ended_by text,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT quarantine_entries_test FOREIGN KEY (organization_id, test_id)
    REFERENCES tests (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT quarantine_entries_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX quarantine_entries_of_test ON quarantine_entries (organization_id, test_id, id);
CREATE INDEX quarantine_entries_of_project ON quarantine_entries (organization_id, project_id, id);
CREATE INDEX quarantine_entries_unended ON quarantine_entries (organization_id, expires_at)
  WHERE ended_at IS NULL;

-- Failures of a settled execution that an entry excused. Written again when the execution settles again.
CREATE TABLE excusals (
  organization_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  -- When the execution began.
  at timestamptz NOT NULL,
  -- Failed results.
  results integer NOT NULL,
  -- Fingerprints as people see them (fp2:…): the rows in fingerprints may be deleted.
  fingerprints text[] NOT NULL,
  PRIMARY KEY (organization_id, entry_id, execution_id),
  CONSTRAINT excusals_entry FOREIGN KEY (organization_id, entry_id)
    REFERENCES quarantine_entries (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT excusals_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX excusals_newest
  ON excusals (organization_id, entry_id, at DESC, execution_id DESC) INCLUDE (results);
CREATE INDEX excusals_of_execution ON excusals (organization_id, execution_id);

-- Executions that have settled, until a job has written their excusals.
CREATE TABLE due_excusals (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  PRIMARY KEY (organization_id, execution_id),
  CONSTRAINT due_excusals_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE gate_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  excuse_known_flakes boolean NOT NULL,
  -- Failures that the default branch has, too, do not block a change.
  block_only_new boolean NOT NULL
);
`;
