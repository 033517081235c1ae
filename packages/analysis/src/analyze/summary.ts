import type { Classification } from '@svc/contract/executions/outcomes';
import type { FailureVerdict } from '../classify/judge-failure.ts';
import { CLASS_WORDS, labelOf, LABELS_BY_SEVERITY, likelyWords } from './verdict-words.ts';

const MANY: Record<Classification, string> = {
  REAL_BUG: 'are real bugs',
  HEALABLE: 'are tests that no longer fit the product',
  INFRA: 'are failures of the infrastructure',
  KNOWN_FLAKE: 'are known flakes',
};

type Leading = FailureVerdict & { title: string; suggestion: string };

/** The verdict on all failures together in a sentence or two. `failureCount` includes those that were not judged. */
export function summaryOf({
  failures,
  failureCount,
  leading,
}: {
  failures: readonly FailureVerdict[];
  failureCount: number;
  leading: Leading;
}): string {
  const { evidence, needsHuman, suggestion } = leading;
  const isUnsure = labelOf(leading) === null;
  const because = evidence.find(({ weight }) => weight > 0);
  const reason = because === undefined ? '' : ` ${because.text}: ${because.quote}`;
  const first = failures.length === 1 ? `${capitalized(verdictWords(leading))}.` : '';
  return [
    first === '' ? `${sharesOf(failures, failureCount)} ${leadingWords(leading)}` : first,
    reason === '' ? '' : ended(shortened(reason, 200)),
    // The first step tells the candidates apart.
    isUnsure ? ` ${ended(suggestion)}` : needsHuman ? ' A person should look.' : '',
  ].join('');
}

/** `probably a real bug (87 % sure)`, `unsure: real bug 49 %, healable 47 %`. */
function verdictWords(verdict: FailureVerdict): string {
  const words = likelyWords(verdict);
  return labelOf(verdict) === null
    ? words
    : `${words} (${Math.round(100 * verdict.confidence)} % sure)`;
}

function leadingWords(leading: Leading): string {
  const [words, title] = [verdictWords(leading), shortened(leading.title)];
  return labelOf(leading) === null
    ? `The verdict on ${title} is ${words}.`
    : `The most severe is ${words}: ${title}.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `Of 14 failures, 2 are real bugs, 3 are unsure and 9 are failures of the infrastructure.` Or `All 9 failures are …` */
function sharesOf(failures: readonly FailureVerdict[], failureCount: number): string {
  const parts = LABELS_BY_SEVERITY.flatMap((one) => {
    const count = failures.filter((failure) => labelOf(failure) === one).length;
    if (count === 0) return [];
    if (one === null) return [count === 1 ? '1 is unsure' : `${count} are unsure`];
    return [count === 1 ? `1 is ${CLASS_WORDS[one]}` : `${count} ${MANY[one]}`];
  });
  const judged = failures.length;
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && judged === failureCount) {
    return `${judged === 2 ? 'Both' : `All ${judged}`} failures ${only.replace(/^\d+ /, '')}.`;
  }
  const last = parts.at(-1) ?? '';
  const list = parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  const all =
    judged === failureCount
      ? `${judged} failures`
      : `the first ${judged} of ${failureCount} failures`;
  return `Of ${all}, ${list}.`;
}

function shortened(text: string, limit = 120): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
