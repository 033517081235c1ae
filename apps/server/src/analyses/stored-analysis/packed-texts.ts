import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { Evidence } from '@svc/contract/analysis/verdicts';

export interface VerdictTexts {
  suggestion: string;
  evidence: Evidence[];
  notChecked: string[];
  actionPlan: ActionPlan;
}

/** How many verdicts share a row of `verdict_texts`. A page of 100 verdicts reads at most two rows. */
export const TEXTS_AT_ONCE = 100;

/**
 * The SQL expression of the position of the row that has the texts of a verdict. `position` is a column. Positions count
 * from 1.
 */
export function firstPosition(position: string): string {
  return `${position} - (${position} - 1) % ${TEXTS_AT_ONCE}`;
}

/** Packs the texts of verdicts that follow each other. Those of an outage shrink to a tenth. */
export function packTexts(texts: readonly VerdictTexts[]): Buffer {
  const packed = texts.map(({ suggestion, evidence, notChecked, actionPlan }) => ({
    suggestion,
    evidence,
    notChecked,
    actionPlan,
  }));
  return zstdCompressSync(JSON.stringify(packed));
}

export function unpackTexts(bytes: Buffer): VerdictTexts[] {
  return JSON.parse(zstdDecompressSync(bytes).toString()) as VerdictTexts[];
}
