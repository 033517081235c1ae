import type { Classification } from '@svc/contract/executions/outcomes';
import type { FailureVerdict } from '../classify/judge-failure.ts';
import { BY_SEVERITY } from '../classify/known-flake.ts';
import { CLASS_WORDS, likelyWords } from './verdict-words.ts';

const MANY: Record<Classification, string> = {
  REAL_BUG: 'are real bugs',
  HEALABLE: 'are tests that no longer fit the product',
  INFRA: 'are failures of the infrastructure',
  KNOWN_FLAKE: 'are known flakes',
};

/** The verdict on all failures together in a sentence or two. `failureCount` includes those that were not judged. */
export function summaryOf({
  failures,
  failureCount,
  leading,
}: {
  failures: readonly FailureVerdict[];
  failureCount: number;
  leading: FailureVerdict & { title: string };
}): string {
  const { confidence, evidence, needsHuman } = leading;
  const likely = `${likelyWords(leading)} (${Math.round(100 * confidence)} % sure)`;
  const because = evidence.find(({ weight }) => weight > 0);
  const reason = because === undefined ? '' : ` ${because.text}: ${because.quote}`;
  const first =
    failures.length === 1
      ? `${likely.charAt(0).toUpperCase()}${likely.slice(1)}.`
      : `${sharesOf(failures, failureCount)} The most severe is ${likely}: ${shortened(leading.title)}.`;
  return `${first}${reason === '' ? '' : ended(shortened(reason, 200))}${needsHuman ? ' A person should look.' : ''}`;
}

/** `Of 14 failures, 2 are real bugs and 12 are failures of the infrastructure.` */
function sharesOf(failures: readonly FailureVerdict[], failureCount: number): string {
  const parts = BY_SEVERITY.flatMap((one) => {
    const count = failures.filter(({ classification }) => classification === one).length;
    if (count === 0) return [];
    return [count === 1 ? `1 is ${CLASS_WORDS[one]}` : `${count} ${MANY[one]}`];
  });
  const last = parts.at(-1) ?? '';
  const list = parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  const judged = failures.length;
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
