import type { Annotation, IngestResult } from '@svc/contract/executions/ingest';
import type { TestAnnotation } from 'vitest';
import type { TestCase } from 'vitest/node';
import { buildIngestAttempts } from './ingest-attempts.ts';
import type { ModuleContext } from './module-context.ts';
import { titlePath } from './module-lines.ts';
import { isAddress } from './test-attachments.ts';
import { deriveTestOutcome } from './test-outcome.ts';

/** One test in the sent form, with all its attempts. */
export function buildIngestResult(test: TestCase, context: ModuleContext): IngestResult {
  const diagnostic = test.diagnostic();
  const { attempts, isReconstructed } = buildIngestAttempts(test, context);
  const { status, annotations } = deriveTestOutcome(test, attempts, context);
  const own = collectOwnAnnotations(test);
  return {
    titlePath: titlePath(test),
    file: context.file,
    line: test.location?.line ?? context.lines.get(test.id),
    column: test.location?.column,
    variant: context.variant,
    status,
    durationMs: Math.round(diagnostic?.duration ?? 0),
    startedAt: diagnostic && new Date(diagnostic.startTime).toISOString(),
    attempts: attempts.length > 0 ? attempts : undefined,
    tags: omitEmpty(test.tags),
    annotations: omitEmpty([...annotations, ...(isReconstructed ? [RECONSTRUCTED] : []), ...own]),
    owner: own.find(({ type }) => type === 'owner')?.description,
    expectedFailure: test.options.fails === true ? true : undefined,
  };
}

const RECONSTRUCTED: Annotation = {
  type: 'attempts-reconstructed',
  description:
    'Before 5.1, Vitest reports how often a test was tried, but not the time of each attempt',
};

/** Vitest has annotations since 3.2, including those of failed attempts. */
function collectOwnAnnotations(test: {
  annotations?: () => readonly TestAnnotation[];
}): Annotation[] {
  const annotations = test.annotations?.() ?? [];
  return annotations.map(({ type, message, attachment }) => {
    // A file on the web is not sent, but its URL is part of the description.
    const address = attachment?.path !== undefined && isAddress(attachment.path);
    return { type, description: address ? `${message} ${attachment.path}` : message };
  });
}

function omitEmpty<Item>(items: Item[] | undefined): Item[] | undefined {
  return items !== undefined && items.length > 0 ? items : undefined;
}
