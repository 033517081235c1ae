import { isNotFound } from '../../errors/error-code.ts';
import type { SvcClient } from '@svc/client';
import type { TestDetail } from '@svc/contract/history/tests';
import { searchTests } from '../../asking/found-tests.ts';
import type { Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { computeEarliestFrom } from '../../asking/execution-reference.ts';
import { parseTestReference } from '../../asking/test-reference.ts';
import { formatTestTitle, shortenTestId } from '../../wording/test-names.ts';

/** The facts of a test that an entry needs. */
export type WantedTest = Pick<TestDetail, 'testId' | 'titlePath' | 'variant' | 'fingerprints'>;

const SHOWN_CANDIDATES = 3;

/**
 * The test that `<test>` means, as in `svc test`: an id, its first digits, or a part of its title.
 * @throws CommandError for none and for several, with the ids of candidates.
 */
export async function readWantedTest(
  invocation: Invocation,
  client: SvcClient,
  { typed, flags }: { typed: string; flags: ProjectFlags },
): Promise<WantedTest> {
  const testId = await resolveWantedId(invocation, client, { typed, flags });
  try {
    const from = computeEarliestFrom(invocation.world);
    return await client.tests.get.query({ testId, from, source: 'all', limit: 1 });
  } catch (error) {
    throw isNotFound(error) ? buildUnknownTestError(typed) : error;
  }
}

async function resolveWantedId(
  invocation: Invocation,
  client: SvcClient,
  { typed, flags }: { typed: string; flags: ProjectFlags },
): Promise<string> {
  if (typed.trim() === '') throw buildUnknownTestError(typed);
  const reference = parseTestReference(typed);
  if (reference.kind === 'id') return reference.testId;
  const { project } = await resolveProjectScope(flags, invocation);
  const { items } = await searchTests(reference, {
    client,
    filters: { project, source: 'all', from: computeEarliestFrom(invocation.world) },
    clock: invocation.world.clock,
    project: flags.project,
    recent: 0,
  });
  const [first, ...others] = items;
  if (first === undefined) throw buildUnknownTestError(typed, project);
  if (others.length === 0) return first.testId;
  const ids = items.map((test) => test.testId);
  const shown = items
    .slice(0, SHOWN_CANDIDATES)
    .map((test) => `${shortenTestId(test.testId, ids)} (${formatTestTitle(test, UNICODE_GLYPHS)})`);
  const more =
    items.length > SHOWN_CANDIDATES
      ? `, or another one that svc test ${quoteShellWord(typed)} lists`
      : '';
  throw new CommandError(
    `'${typed}' matches ${items.length} tests`,
    `write one of ${shown.join(', ')}${more}`,
  );
}

function buildUnknownTestError(typed: string, project?: string): CommandError {
  const place = project === undefined ? '' : ` in project ${project}`;
  return new CommandError(
    `no test '${typed}'${place}`,
    typed.trim() === ''
      ? "svc flaky, or svc test 'a part of its title'"
      : `svc test ${quoteShellWord(typed)}`,
  );
}
