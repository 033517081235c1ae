import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { IngestResult } from '@svc/contract/executions/ingest';
import type { Attachment } from '@svc/reporter-core/report/artifact';

/** The attachments of all attempts of a test. Does not check whether their files exist. */
export function collectResultAttachments(test: TestCase, result: IngestResult): Attachment[] {
  return test.results.flatMap(({ attachments }, index) =>
    attachments.flatMap((attachment) => {
      const content = buildContent(attachment);
      if (content === undefined) return [];
      const { name, contentType } = attachment;
      return { result, attempt: index + 1, name: toShownName(name), contentType, content };
    }),
  );
}

function buildContent({
  path,
  body,
}: TestResult['attachments'][number]): Attachment['content'] | undefined {
  if (path !== undefined) return { path };
  return body && { bytes: body };
}

/**
 * The snapshot of the page for language models. Playwright 1.52 names it `_error-context-0`, later versions
 * `error-context`.
 */
function toShownName(name: string): string {
  return /^_?error-context(?:-\d+)?$/.test(name) ? 'error-context' : name;
}
