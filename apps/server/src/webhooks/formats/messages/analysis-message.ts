import { formatCount } from '@svc/contract/zod-free/amounts';
import { CLASS_WORDS, formatCandidate } from '@svc/analysis/verdicts/class-words';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { EventData } from '@svc/contract/webhooks/events';
import { formatExecutionName, formatOnBranch } from './execution-name.ts';
import type { Message, Tone } from './message.ts';
import { toProse } from '../texts/prose.ts';

type CompletedAnalysis = EventData<'analysis.completed'> & { url: string };

/** `acme/web #1842 on main: real bug`, or `… on main: unsure`, with the confidence and the summary. */
export function buildAnalysisMessage(analysis: CompletedAnalysis): Message {
  const { words, facts, tone } = describeLabel(analysis);
  return {
    title: `${formatExecutionName(analysis)}${formatOnBranch(analysis)}: ${words}`,
    tone,
    facts: [
      ...facts,
      ...(analysis.needsHuman ? ['a person should look'] : []),
      formatCount(analysis.failures, 'failure'),
    ],
    prose: toProse(shortenCommits(analysis.summary)),
    tests: [],
    testsOmitted: 0,
    link: { label: 'Open the analysis', url: analysis.url },
  };
}

function describeLabel({ classification, candidates = [], confidence }: CompletedAnalysis): {
  words: string;
  facts: string[];
  tone: Tone;
} {
  if (classification === null) {
    return { words: 'unsure', facts: candidates.map(formatCandidate), tone: 'info' };
  }
  const { name, meaning } = CLASS_WORDS[classification];
  return {
    words: name,
    facts: [meaning, `${Math.round(confidence * 100)} % sure`],
    tone: TONES[classification],
  };
}

const TONES: Record<Classification, Tone> = {
  REAL_BUG: 'fail',
  HEALABLE: 'info',
  INFRA: 'info',
  KNOWN_FLAKE: 'flaky',
};

function shortenCommits(text: string): string {
  return text.replaceAll(/\b[\da-f]{40}\b/g, (commit) => commit.slice(0, 7));
}
