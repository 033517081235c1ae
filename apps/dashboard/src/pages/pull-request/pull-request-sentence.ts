import { countBlocking } from '@svc/analysis/gate/gate-rows';
import type { PullRequest, PullRequestSuite } from '@svc/contract/gate/pull-requests';
import { formatBlockingParts, describeGate } from '../../components/gate/gate-sentence.ts';
import type { GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { formatFramework } from '../../format/framework.ts';
import { shortenCommit } from '../../format/identity.ts';

type Judged = Pick<PullRequestSuite, 'isOutdated'> & {
  gate: Pick<
    PullRequestSuite['gate'],
    'verdict' | 'undecided' | 'counts' | 'blocking' | 'excused' | 'base'
  >;
};
type Answered = Pick<PullRequest, 'number' | 'verdict' | 'commit' | 'suitesOmitted'> & {
  suites: readonly Judged[];
};

/** Whether the pull request is safe, in one sentence: `PR 112 fails the gate: 1 new failure, and 15 that main has, too`. */
export function describePullRequest({
  number,
  verdict,
  commit,
  suites,
  suitesOmitted,
}: Answered): string {
  const total = suites.length + suitesOmitted;
  if (verdict === 'fail') return `PR ${number} fails the gate: ${formatBlocking(suites)}`;
  if (verdict === 'undecided') {
    const open = suitesOmitted + suites.filter(isOpen).length;
    return `PR ${number} is undecided: ${formatNumber(open)} of ${formatCount(total, 'suite')} ${open === 1 ? 'has' : 'have'} no answer${formatAtCommit(commit)} yet`;
  }
  const excused = sumSuites(suites, ({ counts }) => counts.excused);
  const but = excused === 0 ? '' : `, ${formatCount(excused, 'failure')} excused`;
  return `PR ${number} passes the gate: ${formatCount(total, 'suite')}${formatAtCommit(commit)}${but}`;
}

/** What blocks at the newest commit, and how much of it the base has, too. */
function formatBlocking(suites: readonly Judged[]): string {
  const failing = suites.filter(({ isOutdated, gate }) => !isOutdated && gate.verdict === 'fail');
  const all = {
    count: sumSuites(failing, (gate) => countBlocking(gate).count),
    added: sumSuites(failing, (gate) => countBlocking(gate).added),
    old: sumSuites(failing, (gate) => countBlocking(gate).old),
    others: sumSuites(failing, (gate) => countBlocking(gate).others),
  };
  const { count, added, old, others } = all;
  // Of a suite without a base, nobody knows what is new.
  const hasBases = failing.every(({ gate }) => gate.base !== null);
  const base = hasBases ? failing[0]?.gate.base?.branch : undefined;
  const total = formatCount(count, others === 0 ? 'failure' : 'problem');
  if (base === undefined || added + old === 0) return total;
  if (old === 0 && others === 0) return `${total} that ${base} does not have`;
  return formatBlockingParts(all, `${base} has, too`);
}

/** What a suite says: of an older commit, it proves nothing about the newest. */
export function describeSuite(
  { isOutdated, gate, execution }: PullRequestSuite,
  commit: string | null,
): string {
  if (!isOutdated) return describeGate(gate);
  const { verdict } = gate;
  const then =
    verdict === 'pass' ? 'passed' : verdict === 'fail' ? 'did not pass' : 'was not decided';
  return `It has not run${formatAtCommit(commit)}. The gate ${then}${formatAtCommit(execution.git.commit ?? null)}.`;
}

/** The sign of a suite. An answer on an older commit has none. */
export function pickSuiteGlyph({ isOutdated, gate }: Judged): GlyphStatus {
  if (isOutdated) return 'notRun';
  return gate.verdict === 'pass' ? 'passed' : gate.verdict === 'fail' ? 'failed' : 'running';
}

/** `Playwright checkout`: the framework and the name; without a name the workflow. */
export function formatSuiteName({ framework, name, ci }: PullRequestSuite['execution']): string {
  return [formatFramework(framework), name ?? ci.workflow].filter(Boolean).join(' ');
}

function isOpen({ isOutdated, gate }: Judged): boolean {
  return isOutdated || gate.verdict === 'undecided';
}

function formatAtCommit(commit: string | null): string {
  return commit === null ? '' : ` at ${shortenCommit(commit)}`;
}

function sumSuites(suites: readonly Judged[], figure: (gate: Judged['gate']) => number): number {
  return suites.reduce((sum, { gate }) => sum + figure(gate), 0);
}

/** `2 further suites are not judged here.` */
export function formatOmittedSuites(count: number): string {
  return `${formatCount(count, 'further suite is', 'further suites are')} not judged here.`;
}
