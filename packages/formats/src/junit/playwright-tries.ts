import type { TestError } from '@svc/contract/executions/test-errors';
import { parsePrintedError } from '../text/printed-error.ts';

/**
 * The errors of every failed try, in order, from the single text that Playwright's reporter writes below a `failure`:
 * the output of its list reporter, including attachments. Empty for any other text.
 */
export function parsePlaywrightTries(text: string): TestError[][] {
  const [header = '', ...lines] = text.replace(/^\s*\n/, '').split('\n');
  if (!HEADER.test(header)) return [];
  const tries: string[][][] = [[[]]];
  let isAttachment = false;
  let isAfterFrames = false;
  for (const indented of lines) {
    const line = indented.replace(/^ {4}/, '');
    if (isAttachment) isAttachment = !/^─{3}|^ {3}─{3}/.test(line);
    else if (/^attachment #\d+: /.test(line)) isAttachment = true;
    else if (/^Retry #\d+ ─/.test(line)) {
      tries.push([[]]);
      isAfterFrames = false;
    } else if (!line.startsWith('Error Context: ')) {
      const isFrame = /^ {4}at \S/.test(line);
      const isCause = line.startsWith('[cause]: ');
      // Only an empty line separates the errors of one try, and messages contain empty lines too.
      if (isAfterFrames && line !== '' && !isFrame && !isCause) tries.at(-1)?.push([]);
      if (line !== '') isAfterFrames = isFrame || (isCause && isAfterFrames);
      tries.at(-1)?.at(-1)?.push(line);
    }
  }
  return tries.map((errors) =>
    errors.flatMap((parts) => {
      const message = parts.join('\n').trim();
      return message === '' ? [] : [parsePrintedError(message)];
    }),
  );
}

/** The test's line, from the first line of the same text. */
export function parsePlaywrightLine(text: string): number | undefined {
  const line = HEADER.exec(text.replace(/^\s*\n/, '').split('\n', 1)[0] ?? '')?.[1];
  return line === undefined ? undefined : Number(line);
}

/** `  [desk] › tests/cart.spec.js:26:7 › cart › takes too long ───`. */
const HEADER = /^ {2}(?:\[[^\]]*\] › )?[^›]+:(\d+):\d+ › /;
