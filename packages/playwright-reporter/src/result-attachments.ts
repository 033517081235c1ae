import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { IngestResult } from '@svc/contract/ingest';
import type { Attachment } from '@svc/reporter-core/artifacts/attachment';

/** The attachments of all attempts of a test. Whether their files are there shows when they are read. */
export function resultAttachments(test: TestCase, result: IngestResult): Attachment[] {
  return test.results.flatMap(({ attachments }, index) =>
    attachments.flatMap((attachment) => {
      const content = contentOf(attachment);
      if (content === undefined) return [];
      const { name, contentType } = attachment;
      return { result, attempt: index + 1, name: shownName(name), contentType, content };
    }),
  );
}

function contentOf({
  path,
  body,
}: TestResult['attachments'][number]): Attachment['content'] | undefined {
  if (path !== undefined) return { path };
  return body && { bytes: body };
}

/** Playwright 1.52 calls it `_error-context-0`, later `error-context`: what the page looked like, for a model to read. */
function shownName(name: string): string {
  return /^_?error-context(?:-\d+)?$/.test(name) ? 'error-context' : name;
}
