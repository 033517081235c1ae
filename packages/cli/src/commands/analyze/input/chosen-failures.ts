import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { CommandError } from '../../../errors/exit.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { groupCauses } from './causes.ts';
import { filterFailuresOfTest, type TitlePathsOf } from './failures-of-test.ts';

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
export async function chooseFailures(
  failures: readonly FailureVerdict[],
  { test, fingerprint, all }: FailureChoice,
  { seeCommand, titlePathsOf }: { seeCommand: string; titlePathsOf: TitlePathsOf },
): Promise<FailureVerdict[]> {
  const ofPrint =
    fingerprint === undefined ? failures : failures.filter((one) => hasPrint(one, fingerprint));
  const chosen =
    test === undefined ? [...ofPrint] : await filterFailuresOfTest(ofPrint, test, titlePathsOf);
  if (chosen.length === 0) {
    const what = [
      ...(test === undefined ? [] : [`of a test '${shortenLine(test)}'`]),
      ...(fingerprint === undefined ? [] : [`with the fingerprint '${shortenLine(fingerprint)}'`]),
    ];
    throw new CommandError(`no failure ${what.join(' ')}`.trim(), seeCommand);
  }
  const prints = [...new Set(chosen.map((one) => one.fingerprint))];
  if (fingerprint !== undefined && prints.length > 1) {
    throw new CommandError(
      `${prints.length} fingerprints begin with '${shortenLine(fingerprint)}'`,
      'write more of its digits',
    );
  }
  if (test !== undefined) return requireOneTest(chosen, { test, failures });
  const causes = groupCauses(chosen).length;
  if (fingerprint === undefined && all !== true && causes > 1) {
    throw new CommandError(
      `the execution has ${formatCount(causes, 'cause')} of failures`,
      'add --test or --fingerprint for one of them, or --all',
    );
  }
  return chosen;
}

/** Names tests that cannot be distinguished by what was typed. */
function requireOneTest(
  chosen: FailureVerdict[],
  { test, failures }: { test: string; failures: readonly FailureVerdict[] },
): FailureVerdict[] {
  const tests = new Map(chosen.map((one) => [one.testId ?? one.title, one]));
  if (tests.size > 1) {
    const named = [...tests.values()];
    const isOneTitle = new Set(named.map(({ title }) => title)).size === 1;
    const names = named
      .slice(0, NAMED_TESTS)
      .map(({ title, testId, file }) =>
        isOneTitle
          ? `${testId?.slice(0, ID_DIGITS) ?? 'no id'} (${shortenLine(file ?? 'no file', 60)})`
          : `'${shortenLine(title, 60)}'`,
      );
    throw new CommandError(
      `${formatCount(tests.size, 'test')} match '${shortenLine(test)}': ${names.join(', ')}${named.length > NAMED_TESTS ? ', …' : ''}`,
      isOneTitle ? 'write --test with one of these ids' : 'write a whole title or a test id',
    );
  }
  const [first] = chosen;
  if (first === undefined || first.testId !== null) return chosen;
  const prints = [...new Set(chosen.map((one) => one.fingerprint))];
  if (prints.length > 1) {
    throw new CommandError(
      `${formatCount(prints.length, 'error')} outside of the tests match '${shortenLine(test)}'`,
      `add --fingerprint with one of ${prints.map((print) => print.slice(0, ID_DIGITS)).join(', ')}`,
    );
  }
  // Without a test, the server finds failures by their fingerprint.
  return failures.filter((one) => one.fingerprint === first.fingerprint);
}

const NAMED_TESTS = 3;
const ID_DIGITS = 12;

/** Whether it has the fingerprint that was typed, or one that begins so; `fp2:` may be left out. */
export function hasPrint({ fingerprint }: FailureVerdict, typed: string): boolean {
  const word = typed.trim().toLowerCase().replace(/…$/, '');
  return (
    word !== '' &&
    (fingerprint.startsWith(word) || fingerprint.replace(/^fp\d{1,4}:/, '').startsWith(word))
  );
}

/** The failures as the server finds them: by test, or by fingerprint for those that belong to no test. */
export function toWireChoice(
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
