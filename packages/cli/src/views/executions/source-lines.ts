import type { Source } from '@svc/contract/filters';
import { hangingLines } from '../../format/hanging-lines.ts';
import type { Look } from '../../format/look.ts';

/** Which executions were counted, if no source was requested and it is not obvious; nothing with `-q`. */
export function sourceLines(
  { defaultSource }: { defaultSource?: Source | undefined },
  { quiet, colors, columns }: Pick<Look, 'quiet' | 'colors' | 'columns'>,
): string[] {
  const text = sourceText(defaultSource);
  if (text === undefined || quiet) return [];
  return hangingLines(text, columns).map((line) => colors.dim(line));
}

function sourceText(defaultSource: Source | undefined): string | undefined {
  if (defaultSource === undefined) return undefined;
  return defaultSource === 'ci'
    ? 'executions from CI only; --source all counts local ones too'
    : 'no executions from CI: local ones are counted';
}
