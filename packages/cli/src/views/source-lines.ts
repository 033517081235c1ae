import type { Source } from '@svc/contract/filters';
import type { Look } from '../format/look.ts';

/** Which executions were counted, if no source was requested and it is not obvious; nothing with `-q`. */
export function sourceLines(
  { defaultSource }: { defaultSource?: Source | undefined },
  { quiet, colors }: Pick<Look, 'quiet' | 'colors'>,
): string[] {
  const text = sourceText(defaultSource);
  return text === undefined || quiet ? [] : [colors.dim(text)];
}

function sourceText(defaultSource: Source | undefined): string | undefined {
  if (defaultSource === undefined) return undefined;
  return defaultSource === 'ci'
    ? 'executions from CI only; --source all counts local ones too'
    : 'no executions from CI: local ones are counted';
}
