import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { Step, TestError } from '@svc/contract/executions/test-errors';
import { toNumber, toRecords, toText, type JsonRecord } from '../json/json-fields.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import { type CucumberStep, buildCucumberStep, isUnwritten } from './cucumber-step.ts';
import { collectEmbeddings } from './embeddings.ts';

export interface CucumberScenario {
  element: JsonRecord;
  background: JsonRecord | undefined;
  featureTags: unknown;
}

export interface ScenarioSettings {
  file: string;
  titlePath: string[];
  /** behave writes seconds, all others nanoseconds. */
  inSeconds: boolean;
  /** Cucumber of Ruby passes a run with undefined and pending steps. */
  isRuby: boolean;
  sentPath: SentPath;
}

/** One scenario with its steps and hooks in the contract's form. */
export function buildScenarioResult(
  { element, background, featureTags }: CucumberScenario,
  settings: ScenarioSettings,
): { result: IngestResult; attachments: ReportAttachment[] } {
  const raw = [
    ...collectHooks(background, 'before'),
    ...collectHooks(element, 'before'),
    ...toRecords(background?.['steps']).flatMap(withStepHooks),
    ...toRecords(element['steps']).flatMap(withStepHooks),
    ...collectHooks(element, 'after'),
  ];
  const steps = raw.map((step) => buildCucumberStep(step, settings));
  const errors = collectReasons(steps);
  const status = deriveStatus(steps, errors);
  const durationMs = steps.reduce((sum, { step }) => sum + step.durationMs, 0);
  const startedAt = parseEpochMs(toText(element['start_timestamp']), 'utc');
  const stdout = raw.flatMap(({ output }) => collectTexts(output)).join('\n');
  const tags = [featureTags, element['tags']].flatMap(collectTags);
  const result: IngestResult = {
    file: settings.file,
    titlePath: settings.titlePath.length > 0 ? settings.titlePath : ['(no name)'],
    line: findLine(element),
    status,
    durationMs,
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    attempts:
      status === 'skipped'
        ? undefined
        : [
            {
              status,
              durationMs,
              errors: errors.length > 0 && status !== 'passed' ? errors : undefined,
              steps: limitSteps(steps),
              stdout: stdout === '' ? undefined : `${stdout}\n`,
            },
          ],
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    annotations: status === 'skipped' ? [buildSkipAnnotation(steps)] : undefined,
  };
  const attachments = raw.flatMap(collectEmbeddings).map((embedding, index) => ({
    ...embedding,
    name: embedding.name ?? `attachment ${index + 1}`,
    result,
    attempt: result.attempts === undefined ? undefined : 1,
  }));
  return { result, attachments };
}

/** At most the contract's limit, although the failed step may come later. */
function limitSteps(steps: readonly CucumberStep[]): Step[] | undefined {
  return steps.length > 0 ? steps.slice(0, MOST_STEPS).map(({ step }) => step) : undefined;
}

const MOST_STEPS = 1_000;

function collectHooks(element: JsonRecord | undefined, name: 'before' | 'after'): JsonRecord[] {
  const keyword = name === 'before' ? 'Before' : 'After';
  return toRecords(element?.[name]).map((hook) => ({ keyword, ...hook }));
}

function withStepHooks(step: JsonRecord): JsonRecord[] {
  return [...collectHooks(step, 'before'), step, ...collectHooks(step, 'after')];
}

/** Errors of failed steps. Steps behind them look unwritten only because their code was not looked up. */
function collectReasons(steps: readonly CucumberStep[]): TestError[] {
  const erroneous = steps.filter(({ step }) => step.error !== undefined);
  const failed = erroneous.filter(({ status }) => !isUnwritten(status));
  const reasons = failed.length > 0 ? failed : erroneous.slice(0, 1);
  return reasons.flatMap(({ step }) => step.error ?? []);
}

function deriveStatus(steps: readonly CucumberStep[], errors: readonly TestError[]): ResultStatus {
  if (errors.length > 0) return errors.some(isTimeout) ? 'timedOut' : 'failed';
  // If there is no error, the steps that did not run were skipped or, in Ruby, have no code.
  return steps.every(({ status }) => status === 'passed') ? 'passed' : 'skipped';
}

function buildSkipAnnotation(steps: readonly CucumberStep[]): Annotation {
  const unwritten = steps.find(({ status }) => isUnwritten(status));
  if (unwritten === undefined) return { type: 'skip' };
  return { type: 'todo', description: `${unwritten.status}: ${unwritten.step.title}` };
}

function collectTags(tags: unknown): string[] {
  const written = Array.isArray(tags) ? tags : [];
  const names = written.map((tag: unknown) => toText(tag) ?? toText(toRecords([tag])[0]?.['name']));
  return names.flatMap((name) => name?.replace(/^@/, '') || []);
}

function collectTexts(output: unknown): string[] {
  return Array.isArray(output) ? output.flatMap((text: unknown) => toText(text) ?? []) : [];
}

function findLine(element: JsonRecord): number | undefined {
  const written = toText(element['location'])?.split(':').at(-1);
  const line = toNumber(element['line']) ?? Number(written ?? 0);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}
