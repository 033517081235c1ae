import { findLocators } from '../candidate-locator.ts';
import {
  buildTestCommand,
  draftStep,
  pickTestPlace,
  type DraftStep,
  type PlannedFailure,
} from './draft-step.ts';

/** Make sure that the product change is intended, make the smallest change of the test, and prove that it still checks. */
export function buildHealableSteps(planned: PlannedFailure): DraftStep[] {
  return [
    draftStep({
      action: 'investigate',
      title: 'Make sure that the product is meant to behave like this',
      detail: 'Read the change at hand. If the new behaviour is not intended, this is a real bug.',
    }),
    edit(planned),
    draftStep({
      action: 'retry',
      title: 'Run the test 20 times without retries',
      detail: 'It must pass each time, and it must still fail when the product change is reverted.',
      ...pickTestPlace(planned),
      command: buildTestCommand(planned, 'repeatedly'),
    }),
  ];
}

function edit(planned: PlannedFailure): DraftStep {
  const kinds = planned.verdict.evidence.filter(({ weight }) => weight > 0).map(({ kind }) => kind);
  const kind = EDITS.find(([one]) => kinds.includes(one));
  const place = pickTestPlace(planned);
  if (kind === undefined) {
    return draftStep({
      action: 'update-expectation',
      title: 'Update what the test expects',
      detail: describeValues(planned),
      ...place,
    });
  }
  return draftStep({ ...kind[1](planned), ...place });
}

type Edit = (
  planned: PlannedFailure,
) => Pick<DraftStep, 'action' | 'title' | 'detail'> & Partial<DraftStep>;

const buildLocatorEdit: Edit = ({ read }) => {
  const locators = findLocators(read.message);
  const old = locators === null ? '' : `Current locator: ${locators.old}.`;
  return {
    action: 'update-locator',
    title:
      locators?.candidate == null
        ? 'Update the locator'
        : `Update the locator to ${locators.candidate}`,
    detail: [
      old,
      locators?.candidate == null
        ? 'Prefer a role with its name over a path through the page.'
        : 'The error names the new locator.',
    ]
      .filter((text) => text !== '')
      .join(' '),
  };
};

const buildClockEdit: Edit = () => ({
  action: 'update-expectation',
  title: 'Set the clock and the time zone of the test',
  detail: 'The expected time is then the same on every machine.',
});

const EDITS: readonly [string, Edit][] = [
  [
    'heal.snapshot',
    (planned) => ({
      action: 'update-snapshot',
      title: 'Update this snapshot only',
      detail: 'Look at the difference first. The command writes the snapshots of this one test.',
      command: buildTestCommand(planned, 'updating snapshots'),
    }),
  ],
  ['heal.strict', buildLocatorEdit],
  ['heal.locator', buildLocatorEdit],
  [
    'heal.mock',
    () => ({
      action: 'update-expectation',
      title: 'Bring the mock up to date',
      detail: 'Add what the code now uses to the test double, preferably by wrapping the original.',
    }),
  ],
  [
    'heal.import',
    () => ({
      action: 'update-expectation',
      title: 'Update the import',
      detail: 'The module or its export was renamed or moved.',
    }),
  ],
  [
    'heal.file',
    () => ({
      action: 'update-expectation',
      title: 'Restore or update the file that the test reads',
      detail: 'Its path or its content changed.',
    }),
  ],
  [
    'heal.expired',
    () => ({
      action: 'update-expectation',
      title: 'Make the date relative to now, or set the clock',
      detail: 'A fixed date in a test is in the past sooner or later.',
    }),
  ],
  ['heal.moment', buildClockEdit],
  ['heal.clock', buildClockEdit],
  [
    'heal.engine',
    () => ({
      action: 'update-expectation',
      title: 'Expect what all versions of the engine report',
      detail: 'Compare the class or the code of the error, not the words of one version.',
    }),
  ],
  [
    'heal.arguments',
    () => ({
      action: 'update-expectation',
      title: 'Update the arguments that the test expects',
      detail: 'Read the call in the product first: each new argument must be intended.',
    }),
  ],
  [
    'heal.platform',
    () => ({
      action: 'update-expectation',
      title: 'Ignore platform differences in the comparison',
      detail: 'Normalise separators and line ends on both sides.',
    }),
  ],
  [
    'heal.test-does-not-compile',
    () => ({
      action: 'update-expectation',
      title: 'Update the test to the new signature',
      detail: 'The compiler names the line.',
    }),
  ],
  [
    'heal.timeout-of-test',
    () => ({
      action: 'add-wait',
      title: 'Wait for the state that the test needs',
      detail:
        'Wait for an element, a response or an event. Raise the time limit only if the work itself takes longer.',
    }),
  ],
];

function describeValues({ read: { values } }: PlannedFailure): string {
  return values === null
    ? 'Change as little as possible, and keep what the test checks.'
    : `The test expects ${values.expected.slice(0, 120).toWellFormed()}, and the product now gives ${values.actual.slice(0, 120).toWellFormed()}.`;
}
