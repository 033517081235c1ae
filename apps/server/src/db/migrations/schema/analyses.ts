/**
 * Verdicts have tables of their own, because failing_results is derived again and again. A verdict depends on the
 * version of the classifier, on the history at that time and on people's feedback, so it is stored, not derived.
 */
export const ANALYSES = `
CREATE TYPE classification AS ENUM ('HEALABLE', 'REAL_BUG', 'KNOWN_FLAKE', 'INFRA');

CREATE TABLE analyses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Null for failures that were sent inline without a known project.
  project_id uuid,
  -- Null for failures that were sent inline.
  execution_id uuid,
  classifier integer NOT NULL,
  -- The state of the execution that was judged.
  revision integer NOT NULL,
  execution_updated_at timestamptz,
  -- The newest feedback of the organization that the classifier knew.
  feedback_id uuid,
  -- Facts that requests sent with the execution: the reading of its log, and the changed files. Null without any.
  sent json,
  branch text,
  commit text,
  classification classification NOT NULL,
  confidence double precision NOT NULL,
  runner_up classification NOT NULL,
  runner_up_confidence double precision NOT NULL,
  needs_human boolean NOT NULL,
  summary text NOT NULL,
  failures integer NOT NULL,
  -- Evidence, what was not checked, action plan and history.
  detail json NOT NULL,
  analyzed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT analyses_execution UNIQUE (organization_id, execution_id),
  CONSTRAINT analyses_of_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT analyses_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX analyses_newest ON analyses (organization_id, analyzed_at DESC, id DESC);
CREATE INDEX analyses_of_project
  ON analyses (organization_id, project_id, analyzed_at DESC, id DESC);
CREATE INDEX analyses_of_branch
  ON analyses (organization_id, project_id, md5(branch), analyzed_at DESC, id DESC);

CREATE TABLE verdicts (
  organization_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  -- From 1, the most severe first.
  position integer NOT NULL,
  -- Null for failures that were sent inline, which have a title and a file instead.
  result_id uuid,
  test_id uuid,
  title text,
  file text,
  line integer,
  fingerprint_id uuid NOT NULL,
  classification classification NOT NULL,
  confidence double precision NOT NULL,
  runner_up classification NOT NULL,
  runner_up_confidence double precision NOT NULL,
  needs_human boolean NOT NULL,
  PRIMARY KEY (organization_id, analysis_id, position),
  CONSTRAINT verdicts_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verdicts_of_result ON verdicts (organization_id, result_id)
  WHERE result_id IS NOT NULL;
CREATE INDEX verdicts_of_test ON verdicts (organization_id, test_id, analysis_id)
  WHERE test_id IS NOT NULL;

-- Evidence and plans of verdicts, 100 to a row: an outage has 10,000 verdicts whose texts are nearly equal.
CREATE TABLE verdict_texts (
  organization_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  -- The position of the first of these verdicts.
  position integer NOT NULL,
  -- Compressed JSON (analyses/stored-analysis/packed-texts.ts).
  texts bytea NOT NULL,
  PRIMARY KEY (organization_id, analysis_id, position),
  CONSTRAINT verdict_texts_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
-- The texts are compressed already.
ALTER TABLE verdict_texts ALTER COLUMN texts SET STORAGE EXTERNAL;

-- The fingerprints of an analysis with their classes. An outage has 10,000 verdicts with a few fingerprints.
CREATE TABLE verdict_fingerprints (
  organization_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  fingerprint_id uuid NOT NULL,
  classification classification NOT NULL,
  -- The highest of these failures.
  confidence double precision NOT NULL,
  -- Whether one of these failures does.
  needs_human boolean NOT NULL,
  -- The readable text that the fingerprint is the hash of.
  pattern text NOT NULL,
  PRIMARY KEY (organization_id, analysis_id, fingerprint_id, classification),
  CONSTRAINT verdict_fingerprints_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verdict_fingerprints_by_fingerprint
  ON verdict_fingerprints (organization_id, fingerprint_id, analysis_id);

-- A roll-up for lists: the newest class of each fingerprint.
CREATE TABLE fingerprint_verdicts (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  fingerprint_id uuid NOT NULL,
  classification classification NOT NULL,
  confidence double precision NOT NULL,
  analysis_id uuid NOT NULL,
  -- When the execution began.
  at timestamptz NOT NULL,
  -- The newest feedback that is included.
  feedback_id uuid,
  PRIMARY KEY (organization_id, project_id, fingerprint_id),
  CONSTRAINT fingerprint_verdicts_fingerprint FOREIGN KEY (organization_id, project_id, fingerprint_id)
    REFERENCES fingerprints (organization_id, project_id, id) ON DELETE CASCADE,
  CONSTRAINT fingerprint_verdicts_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX fingerprint_verdicts_of_analysis ON fingerprint_verdicts (organization_id, analysis_id);

-- People's classes of failures. Feedback cannot be derived, so it outlives the analysis, the execution and the
-- fingerprint: no foreign key but that of the project.
CREATE TABLE verdict_feedback (
  organization_id uuid NOT NULL,
  -- Id of an opinion, which has a row for each fingerprint that it is about. Newer opinions have greater ids.
  id uuid NOT NULL,
  project_id uuid,
  fingerprint_id uuid NOT NULL,
  pattern text NOT NULL,
  test_id uuid,
  classification classification NOT NULL,
  -- Whether its author may quarantine, too. Opinions of others do not change the gate.
  may_quarantine boolean NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey')),
  actor_id text NOT NULL,
  at timestamptz NOT NULL,
  analysis_id uuid NOT NULL,
  PRIMARY KEY (organization_id, id, fingerprint_id),
  CONSTRAINT verdict_feedback_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verdict_feedback_by_fingerprint
  ON verdict_feedback (organization_id, fingerprint_id, id);
CREATE INDEX verdict_feedback_of_analysis ON verdict_feedback (organization_id, analysis_id);
CREATE INDEX verdict_feedback_of_project ON verdict_feedback (organization_id, project_id);

-- Executions whose failures wait for a job.
CREATE TABLE due_analyses (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  queued_at timestamptz NOT NULL,
  -- Later than queued_at after a failure.
  due_at timestamptz NOT NULL,
  -- Whether analysis.completed is sent: the execution settled, and was not merely missing verdicts.
  is_news boolean NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  -- Counts up each time the execution is queued, so that a job notices what came after it had read its input.
  times_queued integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, execution_id),
  CONSTRAINT due_analyses_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX due_analyses_oldest ON due_analyses (organization_id, is_news DESC, queued_at);
`;
