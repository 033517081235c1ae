import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { Classification } from '@svc/contract/executions/outcomes';
import { CLASS_WORDS } from '../verdicts/class-words.ts';
import { deriveLabel } from '../verdicts/verdict-label.ts';
import { buildBugSteps } from './steps/bug-steps.ts';
import { buildFlakeSteps } from './steps/flake-steps.ts';
import { buildHealableSteps } from './steps/healable-steps.ts';
import { buildInfraSteps } from './steps/infra-steps.ts';
import { buildDecidingStep } from './steps/deciding-step.ts';
import type { DraftStep, PlannedFailure } from './steps/draft-step.ts';

/** A plan that a person or an agent can carry out. Every command runs as it is, in the repository. */
export function buildActionPlan(planned: PlannedFailure): ActionPlan {
  const { verdict, failure } = planned;
  if (deriveLabel(verdict) === 'unsure') return buildDecidingPlan(planned);
  const { classification } = verdict;
  const rules = RULES[classification];
  const steps = [
    ...(verdict.needsHuman ? [buildDecidingStep(planned)] : []),
    ...rules.steps(planned),
  ];
  return {
    goal: rules.goal,
    steps: steps.map((step, at) => ({ order: at + 1, ...step })),
    owner: classification === 'INFRA' ? 'CI' : (failure.owner ?? null),
    forbidden: rules.forbidden,
    doneWhen: rules.doneWhen,
    changesVerdict: rules.changesVerdict,
  };
}

/** The plan of an unsure verdict: decide between the two candidates, then what to do about each of them first. */
function buildDecidingPlan(planned: PlannedFailure): ActionPlan {
  const { verdict, failure } = planned;
  const [likelier, other] = [verdict.classification, verdict.runnerUp.classification];
  const steps = [buildDecidingStep(planned), ...firstStepsOf(likelier), ...firstStepsOf(other)];
  function firstStepsOf(classification: Classification): DraftStep[] {
    return RULES[classification]
      .steps({ ...planned, verdict: { ...verdict, classification } })
      .slice(0, STEPS_OF_CANDIDATE)
      .map((step) => ({
        ...step,
        title: `If it is ${CLASS_WORDS[classification].noun}: ${step.title}`,
      }));
  }
  return {
    goal: `The failure is identified as ${CLASS_WORDS[likelier].noun} or ${CLASS_WORDS[other].noun}.`,
    steps: steps.map((step, at) => ({ order: at + 1, ...step })),
    owner: failure.owner ?? null,
    forbidden: [
      'Act on one of the two before the other is ruled out',
      'Raise the number of retries',
    ],
    doneWhen: ['One of the two is ruled out, and the steps for the other are done'],
    changesVerdict: [
      ...RULES[likelier].changesVerdict.filter((text) => text.endsWith(`: ${other}`)),
      ...RULES[other].changesVerdict.filter((text) => text.endsWith(`: ${likelier}`)),
    ],
  };
}

const STEPS_OF_CANDIDATE = 2;

interface Rules {
  goal: string;
  steps: (planned: PlannedFailure) => DraftStep[];
  forbidden: string[];
  doneWhen: string[];
  changesVerdict: string[];
}

const RULES: Record<Classification, Rules> = {
  REAL_BUG: {
    goal: 'The product works again, and the unchanged test proves it.',
    steps: buildBugSteps,
    forbidden: [
      'Change or weaken the assertion',
      'Skip or quarantine the test',
      'Raise the number of retries',
      'Add a sleep',
    ],
    doneWhen: ['The unchanged test passes without retries', 'The other tests of its file pass'],
    changesVerdict: [
      'The test passes again on this commit: KNOWN_FLAKE',
      'The product change behind it is intended: HEALABLE',
      'The same error appears in tests that share no code: INFRA',
    ],
  },
  HEALABLE: {
    goal: 'The test fits the product again and checks as much as before.',
    steps: buildHealableSteps,
    forbidden: [
      'Remove or weaken an assertion',
      'Add a fixed sleep',
      'Raise the number of retries',
      'Update snapshots of other tests',
      'Change product code',
    ],
    doneWhen: [
      'The test passes without retries',
      'The change touches only tests, fixtures, mocks and snapshots',
      'The test still fails if the product change is reverted',
    ],
    changesVerdict: [
      'The product change is not intended: REAL_BUG',
      'The test passes again without a change: KNOWN_FLAKE',
    ],
  },
  KNOWN_FLAKE: {
    goal: 'This flake blocks nobody, and its cause is found.',
    steps: buildFlakeSteps,
    forbidden: [
      'Raise the number of retries',
      'Add a fixed sleep',
      'Remove or weaken an assertion',
      'Quarantine the test for other failures too',
    ],
    doneWhen: [
      'The cause is fixed in the test or the product',
      'The test passes 20 times in a row without retries',
    ],
    changesVerdict: [
      'Every retry fails: REAL_BUG',
      'The failure has another fingerprint: it is judged on its own',
      'Changed files are in its stack: REAL_BUG',
    ],
  },
  INFRA: {
    goal: 'The pipeline gives the tests what they need.',
    steps: buildInfraSteps,
    forbidden: [
      'Change a test or its assertions',
      'Quarantine a test',
      'Raise the number of retries of the tests',
    ],
    doneWhen: ['The job passes the step that failed', 'The tests that failed run to their end'],
    changesVerdict: [
      'The same error appears on another machine with the same commit: REAL_BUG',
      'The service that did not answer is part of the product and crashed: REAL_BUG',
    ],
  },
};

/** The first thing to do, in one sentence. */
export function pickSuggestion(plan: ActionPlan): string {
  const [first] = plan.steps;
  return first === undefined ? plan.goal : first.title;
}
