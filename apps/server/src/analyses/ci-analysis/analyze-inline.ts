import { hash } from 'node:crypto';
import { analyzeSteps, CLASSIFIER_VERSION } from '@svc/analysis/analyze';
import { charactersOfEach } from '@svc/analysis/classify/limits';
import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import { failureOfLog } from '@svc/analysis/read-failures';
import { readLog } from '@svc/analysis/read-log';
import { inlineFailure } from '@svc/analysis/inline-failures';
import type { AnalyzeInput } from '@svc/contract/analysis/analyses';
import { cleanText, cutText, TEXT_LIMITS } from '@svc/contract/text';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { Project } from '../../db/models/project.ts';
import { recordsOf } from '../../db/models/records.ts';
import { fingerprintRows, patternsOf } from '../analyze-execution.ts';
import { repositoryOfProject } from '../input/judged-execution.queries.ts';
import { inSlices } from '../in-slices.ts';
import { withLabels } from '../input/with-labels.ts';
import { readFingerprints } from '../input/judged-failures.queries.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { newestFeedbackId, newestLabelled } from '../input/labels.queries.ts';
import {
  insertVerdictFingerprints,
  insertVerdicts,
  writeAnalysis,
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
  const repository = project === null ? (name ?? '') : await repositoryOfProject(scope, project);
  // Before the labels, as in `analyzeExecution`.
  const at = clock.now();
  const feedbackId = await newestFeedbackId(scope);
  const log = sentLog === undefined ? undefined : readLog(sentLog);
  const inline = await inSlices(fingerprinted(sent, repository));
  const read = inline.length > 0 ? inline : failureOfLog(log ?? null);
  const patterns = patternsOf(read);
  const fingerprintIds = [...patterns.keys()].flatMap((text) => parseFingerprintId(text) ?? []);
  const known =
    projectId === null ? null : await readFingerprints(scope, { projectId, fingerprintIds });
  const failures = await withLabels(scope, projectId, read);
  const steps = analyzeSteps({
    failures,
    labelled: await newestLabelled(scope),
    log,
    changedFiles,
    repository,
  });
  const result = await inSlices(steps);
  if (result === null) return null;
  const failuresById = new Map(failures.map((failure) => [failure.id, failure]));
  return scope.transaction(async (scope) => {
    const id = await writeAnalysis(
      scope,
      {
        id: random.id(),
        projectId,
        execution: null,
        classifier: CLASSIFIER_VERSION,
        feedbackId,
        sent: null,
        branch: textOf(context.branch) ?? null,
        commit: textOf(context.commit) ?? null,
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
    );
    const verdicts = result.failures.map((verdict) => {
      const failure = failuresById.get(verdict.id);
      const place = {
        resultId: null,
        testId: null,
        title: verdict.title,
        file: failure?.file ?? null,
        line: failure?.line ?? null,
      };
      return { verdict, place };
    });
    await insertVerdicts(scope, id, verdicts);
    await insertVerdictFingerprints(scope, id, fingerprintRows(result.failures, patterns));
    return id;
  });
}

/** Computes the fingerprints of failures, one in each step. */
function* fingerprinted(
  sent: readonly InlineFailure[],
  repository: string,
): Generator<undefined, ExecutionFailure[]> {
  const characters = charactersOfEach(sent.length);
  const options = { repository, sha256Hex: (text: string) => hash('sha256', text, 'hex') };
  const failures: ExecutionFailure[] = [];
  for (const [index, failure] of sent.entries()) {
    failures.push(inlineFailure(cleaned(failure, characters), index, options));
    yield;
  }
  return failures;
}

/** Without what Postgres cannot store, and within the limits of what is read. */
function cleaned({ error, history, ...rest }: InlineFailure, characters: number): InlineFailure {
  return {
    ...rest,
    title: textOf(rest.title) ?? '',
    file: textOf(rest.file),
    framework: textOf(rest.framework),
    owner: textOf(rest.owner),
    error: {
      message: textOf(error.message.slice(0, characters)) ?? '',
      stack: textOf(error.stack?.slice(0, characters)),
    },
    history: history && { ...history, sinceCommit: textOf(history.sinceCommit) },
  };
}

function textOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : cutText(cleanText(text), TEXT_LIMITS.textBytes);
}
