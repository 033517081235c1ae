import { hash } from 'node:crypto';
import {
  analyzeSteps,
  CLASSIFIER_VERSION,
  type AnalysisResult,
} from '@svc/analysis/analyze/analyze';
import { computeCharacterLimit } from '@svc/analysis/classify/limits';
import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import { buildLogFailure } from '@svc/analysis/analyze/read-failures';
import { readLog } from '@svc/analysis/log/read-log';
import { toExecutionFailure } from '@svc/analysis/analyze/inline-failures';
import type { AnalyzeInput } from '@svc/contract/analysis/analyses';
import { cleanText, cutText, TEXT_LIMITS } from '@svc/contract/zod-free/text';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { Project } from '../../db/models/project.ts';
import { recordsOf } from '../../db/models/records.ts';
import { buildFingerprintRows, collectFailurePatterns } from '../analyze-execution.ts';
import { readProjectRepository } from '../input/judged-execution.queries.ts';
import { runInSlices } from '../in-slices.ts';
import { addCorrections } from '../input/add-corrections.ts';
import { readKnownFingerprints } from '../input/judged-failures.queries.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { findNewestFeedbackId, listCorrectedFailures } from '../input/corrections.queries.ts';
import {
  insertVerdictFingerprints,
  insertVerdicts,
  writeAnalysis,
  type AnalysisFacts,
} from '../stored-analysis/write-analysis.queries.ts';

type InlineFailure = NonNullable<AnalyzeInput['failures']>[number];

interface Inline {
  failures: readonly InlineFailure[];
  log: string | undefined;
  changedFiles: readonly string[] | undefined;
  context: NonNullable<AnalyzeInput['context']>;
}

/** Judges failures and a log that belong to no execution, and stores the verdicts. Returns the analysis' id; null without any error. */
export async function analyzeInline(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { failures: sent, log: sentLog, changedFiles, context }: Inline,
): Promise<string | null> {
  const name = context.project === undefined ? undefined : cleanText(context.project);
  const project = name === undefined ? null : await recordsOf(scope, Project).findOne({ name });
  const projectId = project?.id ?? null;
  const repository = project === null ? (name ?? '') : await readProjectRepository(scope, project);
  // Before the corrections, as in `analyzeExecution`.
  const at = clock.now();
  const feedbackId = await findNewestFeedbackId(scope);
  const log = sentLog === undefined ? undefined : readLog(sentLog);
  const inline = await runInSlices(computeFingerprints(sent, repository));
  const read = inline.length > 0 ? inline : buildLogFailure(log ?? null);
  const patterns = collectFailurePatterns(read);
  const fingerprintIds = [...patterns.keys()].flatMap((text) => parseFingerprintId(text) ?? []);
  const known =
    projectId === null ? null : await readKnownFingerprints(scope, { projectId, fingerprintIds });
  const failures = await addCorrections(scope, projectId, read);
  const steps = analyzeSteps({
    failures,
    corrected: await listCorrectedFailures(scope),
    log,
    changedFiles,
    repository,
  });
  const result = await runInSlices(steps);
  if (result === null) return null;
  return storeInlineAnalysis(scope, {
    facts: {
      id: random.id(),
      projectId,
      execution: null,
      classifier: CLASSIFIER_VERSION,
      feedbackId,
      sent: null,
      branch: cleanOptionalText(context.branch) ?? null,
      commit: cleanOptionalText(context.commit) ?? null,
      at,
      detail: {
        evidence: result.verdict.evidence,
        notChecked: result.verdict.notChecked,
        actionPlan: result.actionPlan,
        history: {
          previousAnalyses: 0,
          knownFingerprints: known?.size ?? 0,
          newFingerprints: known === null ? 0 : patterns.size - known.size,
          lastGood: null,
          firstBad: null,
        },
      },
    },
    result,
    failures,
    patterns,
  });
}

/** Stores the analysis with its verdicts, which belong to no result. Returns its id. */
async function storeInlineAnalysis(
  scope: Scope,
  {
    facts,
    result,
    failures,
    patterns,
  }: {
    facts: AnalysisFacts;
    result: AnalysisResult;
    failures: readonly ExecutionFailure[];
    patterns: ReadonlyMap<string, string>;
  },
): Promise<string> {
  const failuresById = new Map(failures.map((failure) => [failure.id, failure]));
  const verdicts = result.failures.map((verdict) => {
    const { file = null, line = null } = failuresById.get(verdict.id) ?? {};
    const { title } = verdict;
    return { verdict, place: { resultId: null, testId: null, title, file, line } };
  });
  return scope.transaction(async (scope) => {
    const id = await writeAnalysis(scope, facts, result);
    await insertVerdicts(scope, id, verdicts);
    await insertVerdictFingerprints(scope, id, buildFingerprintRows(result.failures, patterns));
    return id;
  });
}

/** Computes the fingerprints of failures, one in each step. */
function* computeFingerprints(
  sent: readonly InlineFailure[],
  repository: string,
): Generator<undefined, ExecutionFailure[]> {
  const characters = computeCharacterLimit(sent.length);
  const options = { repository, sha256Hex: (text: string) => hash('sha256', text, 'hex') };
  const failures: ExecutionFailure[] = [];
  for (const [index, failure] of sent.entries()) {
    failures.push(toExecutionFailure(cleanFailure(failure, characters), index, options));
    yield;
  }
  return failures;
}

/**
 * Removes characters that Postgres cannot store, and cuts texts to the number of characters that the classifier reads.
 */
function cleanFailure(
  { error, history, ...rest }: InlineFailure,
  characters: number,
): InlineFailure {
  return {
    ...rest,
    title: cleanOptionalText(rest.title) ?? '',
    file: cleanOptionalText(rest.file),
    framework: cleanOptionalText(rest.framework),
    owner: cleanOptionalText(rest.owner),
    error: {
      message: cleanOptionalText(error.message.slice(0, characters)) ?? '',
      stack: cleanOptionalText(error.stack?.slice(0, characters)),
    },
    history: history && { ...history, sinceCommit: cleanOptionalText(history.sinceCommit) },
  };
}

function cleanOptionalText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : cutText(cleanText(text), TEXT_LIMITS.textBytes);
}
