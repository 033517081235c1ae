import { isFlaky } from '@svc/contract/zod-free/is-flaky';
import { hash } from 'node:crypto';
import type {
  Annotation,
  IngestArtifact,
  IngestAttempt,
  IngestFile,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import { FACT_LIMITS } from '@svc/contract/zod-free/limits';
import { buildIdentityText, toPosixPath } from '@svc/contract/zod-free/test-identity';
import { cleanText } from '@svc/contract/zod-free/text';
import { deriveFailingResult, type FailingResult } from '../../rollups/index.ts';
import { cutTags } from '../texts/tags.ts';
import { countJsonBytes, cutFact, cutListToBytes, MOST_JSON_BYTES } from '../texts/text-limits.ts';
import {
  cutOutput,
  cutText,
  toStoredErrors,
  toStoredSteps,
  type TextPool,
} from '../texts/stored-texts.ts';

/** One result of an upload as a table row, without the columns that all of them share. */
export interface ResultRow {
  id: string;
  testId: string;
  file: string;
  variant: string | null;
  titlePath: string;
  line: number | null;
  column: number | null;
  status: ResultStatus;
  durationMs: number;
  lastAttemptMs: number;
  startedAt: string | null;
  retries: number;
  flaky: boolean;
  expectedFailure: boolean;
  tags: string | null;
  annotations: string | null;
  owner: string | null;
  attempts: AttemptRow[];
  artifacts: ArtifactRow[];
  failing: FailingResult | null;
}

export interface AttemptRow {
  index: number;
  status: ResultStatus;
  durationMs: number;
  startedAt: string | null;
  errorsId: string | null;
  stepsId: string | null;
  stdoutId: string | null;
  stderrId: string | null;
}

export interface ArtifactRow {
  id: string;
  clientId: string;
  name: string;
  kind: string;
  contentType: string;
  sizeBytes: number;
  sha256: string | null;
  attempt: number | null;
}

export interface FileRow {
  file: string;
  variant: string | null;
  durationMs: number;
  errorsId: string | null;
  stdoutId: string | null;
  stderrId: string | null;
}

/** Builds the rows of one result; its long texts go into the pool. */
export function buildResultRow(
  result: IngestResult,
  { project, repository }: { project: string; repository: string },
  { newId, texts }: { newId: () => string; texts: TextPool },
): ResultRow {
  const file = cutPath(result.file);
  const variant = cutFactOrNull(result.variant);
  const titlePath = cutTitle(result.titlePath);
  const attempts = result.attempts ?? [];
  const errors = attempts.map((attempt) => toStoredErrors(attempt.errors));
  const tries = attempts.map(({ status, durationMs }, at) => ({
    status,
    durationMs,
    errors: errors[at]?.list ?? [],
  }));
  const flaky = isFlaky(result);
  const testId = hashTestId(project, result);
  return {
    id: newId(),
    testId,
    file,
    variant,
    titlePath: JSON.stringify(titlePath),
    line: result.line ?? null,
    column: result.column ?? null,
    status: result.status,
    durationMs: result.durationMs,
    lastAttemptMs: attempts.at(-1)?.durationMs ?? result.durationMs,
    startedAt: toUtcOrNull(result.startedAt),
    retries: Math.max(0, attempts.length - 1),
    flaky,
    expectedFailure: result.expectedFailure ?? false,
    tags: toJsonOrNull(cutTags(result.tags)),
    annotations: toJsonOrNull(cutAnnotations(result.annotations)),
    owner: cutFactOrNull(result.owner),
    attempts: areAttemptsRedundant(attempts, result)
      ? []
      : attempts.map((one, at) =>
          buildAttemptRow(one, { at, errors: errors[at]?.json ?? null }, texts),
        ),
    artifacts: (result.artifacts ?? []).map((artifact) => buildArtifactRow(artifact, newId())),
    failing: deriveFailingResult(
      { testId, status: result.status, flaky, attempts: tries },
      repository,
    ),
  };
}

export function buildFileRow(file: IngestFile, texts: TextPool): FileRow {
  return {
    file: cutPath(file.file),
    variant: cutFactOrNull(file.variant),
    durationMs: file.durationMs,
    errorsId: texts.add(toStoredErrors(file.errors).json),
    stdoutId: texts.add(cutOutput(file.stdout)),
    stderrId: texts.add(cutOutput(file.stderr)),
  };
}

/** Uses Node's SHA-256, which is four times as fast as the portable one in contract/zod-free/test-identity. */
function hashTestId(project: string, { variant, file, titlePath }: IngestResult): string {
  const identity = { project, variant, file: toPosixPath(cleanText(file)), titlePath };
  return hash('sha256', buildIdentityText(identity), 'hex').slice(0, 32);
}

/** A single attempt without own facts needs no row: reading derives it from the result. */
function areAttemptsRedundant(attempts: IngestAttempt[], result: IngestResult): boolean {
  const [only, second] = attempts;
  if (only === undefined) return true;
  return (
    second === undefined &&
    only.status === result.status &&
    only.durationMs === result.durationMs &&
    (only.startedAt === undefined || only.startedAt === result.startedAt) &&
    !only.errors?.length &&
    !only.steps?.length &&
    !only.stdout &&
    !only.stderr
  );
}

function buildAttemptRow(
  attempt: IngestAttempt,
  { at, errors }: { at: number; errors: string | null },
  texts: TextPool,
): AttemptRow {
  return {
    index: at + 1,
    status: attempt.status,
    durationMs: attempt.durationMs,
    startedAt: toUtcOrNull(attempt.startedAt),
    errorsId: texts.add(errors),
    stepsId: texts.add(toStoredSteps(attempt.steps)),
    stdoutId: texts.add(cutOutput(attempt.stdout)),
    stderrId: texts.add(cutOutput(attempt.stderr)),
  };
}

function buildArtifactRow(artifact: IngestArtifact, id: string): ArtifactRow {
  return {
    id,
    clientId: cleanText(artifact.clientId),
    name: cutFact(artifact.name, FACT_LIMITS.addressBytes),
    kind: artifact.kind,
    contentType: cleanText(artifact.contentType),
    sizeBytes: artifact.sizeBytes,
    sha256: artifact.sha256 ?? null,
    attempt: artifact.attempt ?? null,
  };
}

function cutPath(file: string): string {
  return toPosixPath(cutFact(file, FACT_LIMITS.addressBytes));
}

/** Cuts a title; each part keeps its share. The test id is the hash of the whole title. */
function cutTitle(titlePath: readonly string[]): string[] {
  const clean = titlePath.map(cleanText);
  const units = clean.reduce((sum, part) => sum + part.length + 1, 0);
  if (units * MOST_JSON_BYTES <= FACT_LIMITS.titleBytes) return clean;
  if (countJsonBytes(clean) <= FACT_LIMITS.titleBytes) return clean;
  const share = Math.floor(FACT_LIMITS.titleBytes / clean.length);
  return clean.map((part) => cutFact(part, Math.max(share, SHORTEST_PART_BYTES)));
}

// Room for the marker that replaces the cut text.
const SHORTEST_PART_BYTES = 80;

function cutAnnotations(annotations: readonly Annotation[] = []) {
  return cutListToBytes(annotations.map(cutAnnotation), FACT_LIMITS.annotationsBytes);
}

function cutAnnotation(annotation: { type: string; description?: string | undefined }) {
  return {
    type: cutText(annotation.type),
    ...(annotation.description === undefined
      ? {}
      : { description: cutText(annotation.description) }),
  };
}

/** Converts to UTC: Postgres refuses offsets of 16 hours and more, which ISO 8601 allows. */
function toUtcOrNull(dateTime: string | undefined): string | null {
  if (dateTime === undefined) return null;
  const isAsReportersWriteIt = dateTime.length === ISO_UTC_LENGTH && dateTime.endsWith('Z');
  return isAsReportersWriteIt ? dateTime : new Date(dateTime).toISOString();
}

const ISO_UTC_LENGTH = '2026-11-21T09:30:00.000Z'.length;

function toJsonOrNull(values: unknown[] | undefined): string | null {
  return values === undefined || values.length === 0 ? null : JSON.stringify(values);
}

function cutFactOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : cutFact(text);
}
