import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { CommandError } from '../errors/exit.ts';
import { counted } from '../format/numbers.ts';
import { shortText } from '../views/analysis/short-text.ts';
import { causesOf } from './causes.ts';

/** Which failures of an analysis are meant, as typed. */
export interface FailureChoice {
  /** A test's id or its first digits, its title, or a part of its title. */
  test?: string;
  /** A fingerprint or its first digits. */
  fingerprint?: string;
  all?: boolean;
}

/**
 * The chosen failures.
 * @throws CommandError if there is none, or if it is not clear which are meant.
 */
export function chosenFailures(
  failures: readonly FailureVerdict[],
  { test, fingerprint, all }: FailureChoice,
  { seeCommand }: { seeCommand: string },
): FailureVerdict[] {
  const ofPrint =
    fingerprint === undefined ? failures : failures.filter((one) => hasPrint(one, fingerprint));
  const chosen = test === undefined ? [...ofPrint] : ofTest(ofPrint, test);
  if (chosen.length === 0) {
    const what = [
      ...(test === undefined ? [] : [`of a test '${shortText(test)}'`]),
      ...(fingerprint === undefined ? [] : [`with the fingerprint '${shortText(fingerprint)}'`]),
    ];
    throw new CommandError(`no failure ${what.join(' ')}`.trim(), seeCommand);
  }
  const tests = new Set(chosen.map(({ testId, title }) => testId ?? title));
  if (test !== undefined && tests.size > 1) {
    const titles = [...new Set(chosen.map(({ title }) => `'${shortText(title, 60)}'`))];
    throw new CommandError(
      `${counted(tests.size, 'test')} match '${shortText(test)}': ${titles.slice(0, 3).join(', ')}${titles.length > 3 ? ', …' : ''}`,
      'write a whole title or a test id',
    );
  }
  const prints = new Set(chosen.map((one) => one.fingerprint));
  // Without a test, the server finds failures by their fingerprint.
  if (
    test !== undefined &&
    fingerprint === undefined &&
    prints.size > 1 &&
    chosen[0]?.testId === null
  ) {
    throw new CommandError(
      `${counted(prints.size, 'error')} outside of the tests match '${shortText(test)}'`,
      `add --fingerprint with one of ${[...prints].map((print) => print.slice(0, 12)).join(', ')}`,
    );
  }
  if (fingerprint !== undefined && prints.size > 1) {
    throw new CommandError(
      `${prints.size} fingerprints begin with '${shortText(fingerprint)}'`,
      'write more of its digits',
    );
  }
  const causes = causesOf(chosen).length;
  if (test === undefined && fingerprint === undefined && all !== true && causes > 1) {
    throw new CommandError(
      `the execution has ${counted(causes, 'cause')} of failures`,
      'add --test or --fingerprint for one of them, or --all',
    );
  }
  return chosen;
}

function hasPrint({ fingerprint }: FailureVerdict, typed: string): boolean {
  const word = typed.trim().toLowerCase().replace(/…$/, '');
  return (
    word !== '' &&
    (fingerprint.startsWith(word) || fingerprint.replace(/^fp\d{1,4}:/, '').startsWith(word))
  );
}

/**
 * By its id or its whole title. A title that is written with its groups (`cart › adds up`) must end in the whole title
 * of the test, because an analysis knows no groups. Only words without a group may be a part of a title.
 */
function ofTest(failures: readonly FailureVerdict[], typed: string): FailureVerdict[] {
  const word = typed.trim().toLowerCase();
  if (word === '') return [];
  const last = word.split(/ [›>] /).at(-1) ?? word;
  const rules: ((failure: FailureVerdict) => boolean)[] = [
    ({ testId }) => /^[0-9a-f]{4,32}$/.test(word) && testId?.startsWith(word) === true,
    (failure) => titleOf(failure) === word,
    (failure) => titleOf(failure) === last,
    (failure) => last === word && titleOf(failure).includes(word),
  ];
  return rules.map((rule) => failures.filter(rule)).find((found) => found.length > 0) ?? [];
}

function titleOf({ title }: FailureVerdict): string {
  return title.trim().toLowerCase();
}

/** The failures as the server finds them: by test, or by fingerprint for those that belong to no test. */
export function choiceOnWire(
  chosen: readonly FailureVerdict[],
  { test, fingerprint }: FailureChoice,
) {
  const [first] = chosen;
  if (first === undefined || (test === undefined && fingerprint === undefined)) return {};
  const testId = test === undefined ? null : first.testId;
  return {
    ...(testId === null ? {} : { testId }),
    ...(testId === null || fingerprint !== undefined ? { fingerprint: first.fingerprint } : {}),
  };
}
