import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { Step, TestError } from '@svc/contract/executions/test-errors';
import { numberOf, recordsIn, textOf, type JsonRecord } from '../json/json-fields.ts';
import type { ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text-error.ts';
import { epochMs } from '../timestamps.ts';
import { type CucumberStep, cucumberStep, isUnwritten } from './cucumber-step.ts';
import { embeddingsOf } from './embeddings.ts';

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
export function scenarioResult(
  { element, background, featureTags }: CucumberScenario,
  settings: ScenarioSettings,
): { result: IngestResult; attachments: ReportAttachment[] } {
  const raw = [
    ...hooksIn(background, 'before'),
    ...hooksIn(element, 'before'),
    ...recordsIn(background?.['steps']).flatMap(withStepHooks),
    ...recordsIn(element['steps']).flatMap(withStepHooks),
    ...hooksIn(element, 'after'),
  ];
  const steps = raw.map((step) => cucumberStep(step, settings));
  const errors = reasonsIn(steps);
  const status = statusOf(steps, errors);
  const durationMs = steps.reduce((sum, { step }) => sum + step.durationMs, 0);
  const startedAt = epochMs(textOf(element['start_timestamp']), 'utc');
  const stdout = raw.flatMap(({ output }) => textsOf(output)).join('\n');
  const tags = [featureTags, element['tags']].flatMap(tagsIn);
  const result: IngestResult = {
    file: settings.file,
    titlePath: settings.titlePath.length > 0 ? settings.titlePath : ['(no name)'],
    line: lineOf(element),
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
              steps: sentSteps(steps),
              stdout: stdout === '' ? undefined : `${stdout}\n`,
            },
          ],
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    annotations: status === 'skipped' ? [skipOf(steps)] : undefined,
  };
  const attachments = raw.flatMap(embeddingsOf).map((embedding, index) => ({
    ...embedding,
    name: embedding.name ?? `attachment ${index + 1}`,
    result,
    attempt: result.attempts === undefined ? undefined : 1,
  }));
  return { result, attachments };
}

/** No more than the contract's limit, though a later step may be the one that failed. */
function sentSteps(steps: readonly CucumberStep[]): Step[] | undefined {
  return steps.length > 0 ? steps.slice(0, MOST_STEPS).map(({ step }) => step) : undefined;
}

const MOST_STEPS = 1_000;

function hooksIn(element: JsonRecord | undefined, name: 'before' | 'after'): JsonRecord[] {
  const keyword = name === 'before' ? 'Before' : 'After';
  return recordsIn(element?.[name]).map((hook) => ({ keyword, ...hook }));
}

function withStepHooks(step: JsonRecord): JsonRecord[] {
  return [...hooksIn(step, 'before'), step, ...hooksIn(step, 'after')];
}

/** Errors of failed steps. Steps behind them are unwritten only because nothing looked for their code. */
function reasonsIn(steps: readonly CucumberStep[]): TestError[] {
  const erroneous = steps.filter(({ step }) => step.error !== undefined);
  const failed = erroneous.filter(({ status }) => !isUnwritten(status));
  const reasons = failed.length > 0 ? failed : erroneous.slice(0, 1);
  return reasons.flatMap(({ step }) => step.error ?? []);
}

function statusOf(steps: readonly CucumberStep[], errors: readonly TestError[]): ResultStatus {
  if (errors.length > 0) return errors.some(isTimeout) ? 'timedOut' : 'failed';
  // Without an error, steps that did not run are skipped ones, and in Ruby unwritten ones.
  return steps.every(({ status }) => status === 'passed') ? 'passed' : 'skipped';
}

function skipOf(steps: readonly CucumberStep[]): Annotation {
  const unwritten = steps.find(({ status }) => isUnwritten(status));
  if (unwritten === undefined) return { type: 'skip' };
  return { type: 'todo', description: `${unwritten.status}: ${unwritten.step.title}` };
}

function tagsIn(tags: unknown): string[] {
  const written = Array.isArray(tags) ? tags : [];
  const names = written.map((tag: unknown) => textOf(tag) ?? textOf(recordsIn([tag])[0]?.['name']));
  return names.flatMap((name) => name?.replace(/^@/, '') || []);
}

function textsOf(output: unknown): string[] {
  return Array.isArray(output) ? output.flatMap((text: unknown) => textOf(text) ?? []) : [];
}

function lineOf(element: JsonRecord): number | undefined {
  const written = textOf(element['location'])?.split(':').at(-1);
  const line = numberOf(element['line']) ?? Number(written ?? 0);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}
