import { CLASSES_BY_SEVERITY } from '@svc/analysis/verdicts/class-words';
import type { Classification } from '@svc/contract/executions/outcomes';
import { InvalidArgumentError } from 'commander';
import { withChoices } from './option-values.ts';

type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${Dashed<Rest>}`
  : Lowercase<Name>;

export type ClassFlag = Dashed<Classification>;

/** The classes as they are typed on the command line, the most severe first: `real-bug`. */
export const CLASS_FLAGS: readonly ClassFlag[] = CLASSES_BY_SEVERITY.map(
  (one) => one.toLowerCase().replaceAll('_', '-') as Dashed<typeof one>,
);

/** `real-bug, healable, infra, known-flake`. */
export const CLASS_FLAG_LIST = CLASS_FLAGS.join(', ');

/** Parser of an option or an argument whose value is a class. */
export const parseClass = withChoices((word: string): Classification => {
  const found = findClass(word);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be one of ${CLASS_FLAG_LIST}.`);
}, CLASS_FLAGS);

/** The class that a person typed: `real-bug` or `REAL_BUG`. Undefined for anything else. */
export function findClass(word: string): Classification | undefined {
  const typed = word.trim().toLowerCase().replaceAll('_', '-');
  return CLASSES_BY_SEVERITY.find((_, at) => CLASS_FLAGS[at] === typed);
}
