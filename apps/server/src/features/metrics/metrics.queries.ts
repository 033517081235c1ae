import type { Database } from '../../db/database.ts';
import {
  bindsOf,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/execution-conditions.ts';

export interface PeriodCounts {
  /** False for the period before. */
  isCurrent: boolean;
  /** Of executions, those still running included. */
  total: number;
  executionsPassed: number;
  executionsFailed: number;
  executionsInterrupted: number;
  passed: number;
  failed: number;
  skipped: number;
  interrupted: number;
  flaky: number;
  /** Sum of the last attempts' durations of the results that passed or failed. */
  countedDurationMs: number;
  /** Sum of the wall times of finished executions, in milliseconds. */
  totalMs: number;
  p50Ms: number | null;
  p95Ms: number | null;
}
