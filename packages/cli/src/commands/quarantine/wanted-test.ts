import type { SvcClient } from '@svc/client';
import type { TestDetail } from '@svc/contract/history/tests';
import { foundTests } from '../../asking/found-tests.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { CommandError } from '../../errors/exit.ts';
import { projectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import { shellWord } from '../../errors/proposed-command.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { earliestFrom, isNotFound } from '../../asking/execution-reference.ts';
import { parseTestReference } from '../../asking/test-reference.ts';
import { resultTitle, shortTestId } from '../../wording/test-names.ts';

/** The facts of a test that an entry needs. */
export type WantedTest = Pick<TestDetail, 'testId' | 'titlePath' | 'variant' | 'fingerprints'>;

const SHOWN_CANDIDATES = 3;

/**
 * The test that `<test>` means, as in `svc test`: an id, its first digits, or a part of its title.
 * @throws CommandError for none and for several, with the ids of candidates.
 */
export async function wantedTest(
  context: CommandContext,
  client: SvcClient,
  { typed, flags }: { typed: string; flags: ProjectFlags },
): Promise<WantedTest> {
  const testId = await wantedId(context, client, { typed, flags });
  try {
    const from = earliestFrom(context.world);
    return await client.tests.get.query({ testId, from, source: 'all', limit: 1 });
  } catch (error) {
    throw isNotFound(error) ? unknownTest(typed) : error;
  }
}

async function wantedId(
  context: CommandContext,
  client: SvcClient,
  { typed, flags }: { typed: string; flags: ProjectFlags },
): Promise<string> {
  if (typed.trim() === '') throw unknownTest(typed);
  const reference = parseTestReference(typed);
  if (reference.kind === 'id') return reference.testId;
  const { project } = await projectScope(flags, context);
  const { items } = await foundTests(reference, {
    client,
    filters: { project, source: 'all', from: earliestFrom(context.world) },
    clock: context.world.clock,
    project: flags.project,
    recent: 0,
  });
  const [first, ...others] = items;
  if (first === undefined) throw unknownTest(typed, project);
  if (others.length === 0) return first.testId;
  const ids = items.map((test) => test.testId);
  const shown = items
    .slice(0, SHOWN_CANDIDATES)
    .map((test) => `${shortTestId(test.testId, ids)} (${resultTitle(test, UNICODE_GLYPHS)})`);
  const more =
    items.length > SHOWN_CANDIDATES
      ? `, or another one that svc test ${shellWord(typed)} lists`
      : '';
  throw new CommandError(
    `'${typed}' matches ${items.length} tests`,
    `write one of ${shown.join(', ')}${more}`,
  );
}

function unknownTest(typed: string, project?: string): CommandError {
  const place = project === undefined ? '' : ` in project ${project}`;
  return new CommandError(
    `no test '${typed}'${place}`,
    typed.trim() === ''
      ? "svc flaky, or svc test 'a part of its title'"
      : `svc test ${shellWord(typed)}`,
  );
}
