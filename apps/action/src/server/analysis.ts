import { CLASS_WORDS, formatCandidate } from '@svc/analysis/verdicts/class-words';
import {
  toCandidates,
  deriveLabelFields,
  deriveLabel,
  LABELS_BY_SEVERITY,
} from '@svc/analysis/verdicts/verdict-label';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import type { Report } from '../report/report.ts';
import { SvcClientError, type SvcClient } from './server.ts';

/**
 * The analysis of a failed execution. Reads the stored one if it has all failures, because jobs of a matrix share the
 * few writes a minute of their key; otherwise asks for one. Null if there is nothing to analyse, and if the server does
 * not answer, which is noted.
 */
export async function ensureAnalysis(
  client: SvcClient,
  { id, totals }: Execution,
  notes: string[],
): Promise<Analysis | null> {
  try {
    const { items } = await client.analyses.list.query({ executionId: id, limit: 1 });
    const [stored] = items;
    if (stored !== undefined && stored.failureCount >= totals.failed + totals.timedOut) {
      return await client.analyses.get.query({ id: stored.id });
    }
    return await client.analyses.analyze.mutate({ executionId: id });
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    // An execution that failed without a failed test, such as by its coverage.
    if (error.code !== 'BAD_REQUEST') notes.push(`Analysis: ${error.message}`);
    return null;
  }
}

/** The verdict on what failed. If the gate excuses some failures and not others, on these others. */
export function buildReportedVerdict(analysis: Analysis, gate: Gate | null): Report['verdict'] {
  const { confidence, summary, failures } = analysis;
  const excused = new Set(gate?.excused.map(({ resultId }) => resultId));
  const others = failures.filter(({ resultId }) => resultId === null || !excused.has(resultId));
  if (others.length === 0 || others.length === failures.length) {
    return { ...deriveLabelFields(analysis), confidence, summary };
  }
  const label = LABELS_BY_SEVERITY.find((one) =>
    others.some((other) => deriveLabel(other) === one),
  );
  const leading = others
    .filter((one) => deriveLabel(one) === label)
    .reduce((surest, one) => (one.confidence > surest.confidence ? one : surest));
  const which =
    others.length === 1
      ? 'The failure that nothing excuses is'
      : `Of the ${others.length} failures that nothing excuses, the most severe is`;
  return {
    ...deriveLabelFields(leading),
    confidence: leading.confidence,
    summary: `${which} ${formatVerdict(leading)}: ${leading.title}`,
  };
}

/** `probably a real bug (87 % sure)`, `unsure (real bug 49 %, healable 47 %)`. */
function formatVerdict(verdict: FailureVerdict): string {
  const label = deriveLabel(verdict);
  if (label === 'unsure')
    return `unsure (${toCandidates(verdict).map(formatCandidate).join(', ')})`;
  if (verdict.correctedBy !== null) return CLASS_WORDS[label].noun;
  return `probably ${CLASS_WORDS[label].noun} (${Math.round(100 * verdict.confidence)} % sure)`;
}
