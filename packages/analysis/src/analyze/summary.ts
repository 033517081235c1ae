import { capitalize } from '@svc/contract/zod-free/capitalize';
import { formatNumber, formatCount } from '@svc/contract/zod-free/amounts';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { FailureVerdict } from '../classify/judge-failure.ts';
import { CLASS_WORDS } from '../verdicts/class-words.ts';
import { deriveLabel, LABELS_BY_SEVERITY, formatLikelyClass } from '../verdicts/verdict-label.ts';

type Leading = FailureVerdict & { title: string; suggestion: string };

/** The verdict on all failures together in a sentence or two. `failureCount` includes those that were not judged. */
export function summarizeVerdicts({
  failures,
  failureCount,
  leading,
}: {
  failures: readonly FailureVerdict[];
  failureCount: number;
  leading: Leading;
}): string {
  const { evidence, needsHuman, suggestion } = leading;
  const isUnsure = deriveLabel(leading) === 'unsure';
  const because = evidence.find(({ weight }) => weight > 0);
  const reason = because === undefined ? '' : `${because.text}: ${because.quote}`;
  const first = failures.length === 1 ? `${capitalize(formatVerdict(leading))}.` : '';
  return [
    first === '' ? describeShares({ failures, failureCount, leading }) : first,
    reason === '' ? '' : ` ${endSentence(shortenTitle(reason, 200))}`,
    // The first step distinguishes the candidates.
    isUnsure ? ` ${endSentence(suggestion)}` : needsHuman ? ' A person should look.' : '',
  ].join('');
}

/** `probably a real bug (87 % sure)`, `unsure: real bug 49 %, healable 47 %`. */
function formatVerdict(verdict: FailureVerdict): string {
  const words = formatLikelyClass(verdict);
  return deriveLabel(verdict) === 'unsure'
    ? words
    : `${words} (${Math.round(100 * verdict.confidence)} % sure)`;
}

function describeLeadingFailure(leading: Leading): string {
  const [words, title] = [formatVerdict(leading), shortenTitle(leading.title)];
  return deriveLabel(leading) === 'unsure'
    ? `The verdict on ${title} is ${words}.`
    : `The most severe is ${words}: ${title}.`;
}

/** `All 9 failures are probably real bugs, such as keeps the discount (87 % sure).` */
function describeSharedLabel(failures: readonly FailureVerdict[], leading: Leading): string {
  const all = failures.length === 2 ? 'Both' : `All ${formatNumber(failures.length)}`;
  const label = deriveLabel(leading);
  if (label === 'unsure') return `${all} failures are unsure. ${describeLeadingFailure(leading)}`;
  const words = `are probably ${CLASS_WORDS[label].plural}`;
  const sure = `${Math.round(100 * leading.confidence)} % sure`;
  return `${all} failures ${words}, such as ${shortenTitle(leading.title)} (${sure}).`;
}

/** `Of 14 failures, 2 are real bugs, 3 are unsure and 9 are infrastructure failures.`, then the leading one. */
function describeShares({
  failures,
  failureCount,
  leading,
}: {
  failures: readonly FailureVerdict[];
  failureCount: number;
  leading: Leading;
}): string {
  const parts = LABELS_BY_SEVERITY.flatMap((one) => {
    const count = failures.filter((failure) => deriveLabel(failure) === one).length;
    if (count === 0) return [];
    if (one === 'unsure') return [`${formatNumber(count)} ${count === 1 ? 'is' : 'are'} unsure`];
    const { noun, plural } = CLASS_WORDS[one];
    return [count === 1 ? `1 is ${noun}` : `${formatNumber(count)} are ${plural}`];
  });
  const judged = failures.length;
  if (parts.length === 1 && judged === failureCount) return describeSharedLabel(failures, leading);
  const last = parts.at(-1) ?? '';
  const list = parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  const all =
    judged === failureCount
      ? formatCount(judged, 'failure')
      : `the first ${formatNumber(judged)} of ${formatCount(failureCount, 'failure')}`;
  return `Of ${all}, ${list}. ${describeLeadingFailure(leading)}`;
}

function shortenTitle(text: string, limit = 120): string {
  return shortenText(text, limit, { oneLine: true });
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
