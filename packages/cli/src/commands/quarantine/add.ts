import { parseExpiryTime } from '../../flags/time-window.ts';
import { SvcClientError, type SvcClient } from '@svc/client';
import type { KnownFailure, KnownFailures } from '@svc/contract/gate/known-failures';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import type { ProjectFlags } from '../../asking/filter-flags.ts';
import { addExamples, addProjectOptions } from '../../flags/filter-options.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { formatKnownFingerprints, resolveFingerprints } from './wanted-fingerprints.ts';
import { readWantedTest, type WantedTest } from './wanted-test.ts';
import { formatEntry } from './entry-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { addEntryOptions, refuseBoth, type EntryFlags, EXPIRY_FORMS } from './quarantine-flags.ts';

/** `svc quarantine add <test>`. */
export const declareAdd: DeclareCommand = (command, run) => {
  command
    .summary('excuse known failures of a test')
    .description(
      'Excuses failures of a test from the gate until a date. By default those of its flaky runs on ' +
        'the default branch in the last 30 days. A failure with another fingerprint still blocks; ' +
        'numbers and lines are not part of it.',
    )
    .argument('<test>', 'an id, its first digits (at least 4), or part of the title')
    .requiredOption('--reason <text>', 'why, such as the address of an issue')
    .action((typed: string) =>
      run(command, (invocation, flags: AddFlags) => add(invocation, typed, flags)),
    );
  addProjectOptions(
    addEntryOptions(command).option(
      '--expires <when>',
      'a duration (2w) or a date, at most 90 days ahead (default: 14d)',
    ),
  );
  addExamples(
    command,
    "svc quarantine add 'suggests as you type' --reason 'issue 1482' --expires 2w",
    "svc quarantine add 3f9c1ab2 --fingerprint fp2:6be1aa00 --owner ada --reason 'issue 1482'",
    "svc quarantine add 3f9c1ab2 --any --reason 'the sandbox of the bank is down' --expires 12h",
  );
};

interface AddFlags extends EntryFlags, ProjectFlags {
  reason: string;
  owner?: string;
}

async function add(invocation: Invocation, typed: string, flags: AddFlags): Promise<Answer> {
  refuseBoth(flags);
  const expiresAt =
    flags.expires === undefined
      ? undefined
      : parseExpiryTime(flags.expires, invocation.now, EXPIRY_FORMS);
  const client = await connect(invocation);
  const test = await readWantedTest(invocation, client, { typed, flags });
  const fingerprints =
    flags.any === true
      ? ('any' as const)
      : flags.fingerprint && resolveFingerprints(flags.fingerprint, test);
  const { reason, owner } = flags;
  const entry = await client.quarantine.add
    .mutate({ testId: test.testId, fingerprints, reason, owner, expiresAt })
    .catch(async (error: unknown) => {
      throw fingerprints === undefined ? await withFingerprints(error, client, test) : error;
    });
  const shown = makeTerminalSafe({ entry, done: 'added' as const });
  return { data: entry, text: (look) => formatEntry(shown, look) };
}

/** The test has no flaky run that counts: names the failures that can be excused. */
async function withFingerprints(
  error: unknown,
  client: SvcClient,
  { testId }: WantedTest,
): Promise<unknown> {
  const isAbout =
    error instanceof SvcClientError &&
    error.code === 'BAD_REQUEST' &&
    error.details.some(({ path }) => path === 'fingerprints');
  if (!isAbout) return error;
  let known: KnownFailures;
  try {
    known = await client.quarantine.knownFailures.query({ testId });
  } catch {
    // Why it cannot be quarantined is the answer, also if what to choose from is unknown.
    return error;
  }
  return new CommandError(
    'the test was not flaky on two commits of the default branch in the last 30 days, so it is not clear which failures to excuse',
    formatKnownFingerprints(proposeFlags(known.items)),
  );
}

/** The author of a change can make the failures that the default branch never had, so they come last and say so. */
function proposeFlags(failures: readonly KnownFailure[]): string[] {
  const onDefaultBranch = failures.filter((failure) => failure.onDefaultBranch);
  const elsewhere = failures.filter((failure) => !failure.onDefaultBranch);
  return [
    ...onDefaultBranch.map(({ fingerprint }) => `--fingerprint ${fingerprint}`),
    ...elsewhere.map(
      ({ fingerprint }) => `--fingerprint ${fingerprint} (never on the default branch)`,
    ),
  ];
}
