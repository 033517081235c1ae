import type { Classification } from '@svc/contract/executions/outcomes';
import type { EventData } from '@svc/contract/webhooks/events';
import { executionName, onBranch } from './execution-name.ts';
import { counted, type Message, type Tone } from './message.ts';
import { proseOf } from '../texts/prose.ts';

type CompletedAnalysis = EventData<'analysis.completed'> & { url: string };

/** `acme/web #1842 on main: real bug`, with the confidence and the summary. */
export function analysisMessage(analysis: CompletedAnalysis): Message {
  const { words, meaning, tone } = CLASSES[analysis.classification];
  return {
    title: `${executionName(analysis)}${onBranch(analysis)}: ${words}`,
    tone,
    facts: [
      meaning,
      `${Math.round(analysis.confidence * 100)} % sure`,
      ...(analysis.needsHuman ? ['a person should look'] : []),
      counted(analysis.failures, 'failure'),
    ],
    prose: proseOf(withShortCommits(analysis.summary)),
    tests: [],
    testsOmitted: 0,
    link: { label: 'Open the analysis', url: analysis.url },
  };
}

const CLASSES: Record<Classification, { words: string; meaning: string; tone: Tone }> = {
  REAL_BUG: { words: 'real bug', meaning: 'the product broke', tone: 'fail' },
  HEALABLE: { words: 'healable', meaning: 'the test is outdated', tone: 'info' },
  INFRA: { words: 'infrastructure', meaning: 'what the tests need broke', tone: 'info' },
  KNOWN_FLAKE: { words: 'known flake', meaning: 'it fails so now and then', tone: 'flaky' },
};

function withShortCommits(text: string): string {
  return text.replaceAll(/\b[\da-f]{40}\b/g, (commit) => commit.slice(0, 7));
}
