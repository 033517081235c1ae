import type { LogReading } from '@svc/analysis/log/read-log';
import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { Analysis } from '@svc/contract/analysis/analyses';

/** The parts of an analysis that are only read together with it. Stored as JSON. */
export interface AnalysisDetail {
  evidence: Analysis['evidence'];
  notChecked: string[];
  actionPlan: ActionPlan;
  history: Analysis['history'];
}

/**
 * Facts that a request sent with an execution. Stored as JSON, because every later analysis of the execution needs it.
 */
export interface SentFacts {
  log?: LogReading | undefined;
  changedFiles?: readonly string[] | undefined;
}
