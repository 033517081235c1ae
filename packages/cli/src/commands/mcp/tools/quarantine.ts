import type { McpServer } from '@modelcontextprotocol/server';
import {
  QUARANTINE_DAYS_MOST,
  QUARANTINE_DEFAULT_DAYS,
  QUARANTINE_FINGERPRINTS_MOST,
  type QuarantineEntry,
} from '@svc/contract/gate/quarantine';
import { z } from 'zod';
import { resolveProjectScope } from '../../../asking/filter-flags.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addTool } from '../add-tool.ts';
import { toProjectFlags, refuseUnknownProject, type Asking } from '../asking.ts';
import { buildTestFacts } from '../execution-facts.ts';
import { cutText, pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import { buildLimitInput, projectInput } from '../tool-inputs.ts';

const testId = z.string().regex(/^[0-9a-f]{32}$/i, { error: 'Expected a testId: 32 hex digits' });
const fingerprint = z.string().regex(/^fp\d+:[0-9a-f]{32}$/, {
  error: 'Expected a whole fingerprint, as get_failures shows it',
});

const listInput = z.strictObject({
  project: projectInput,
  testId: testId.optional(),
  active: z.boolean().default(true).describe('false: entries that have ended'),
  limit: buildLimitInput(20, 100),
  cursor: z.string().max(500).optional().describe('nextCursor of the answer before'),
});

export function addListQuarantine(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'list_quarantine',
    title: 'Quarantined tests',
    description:
      'Tests whose known failures are excused from the gate for a while: why, until when, for which fingerprints, and ' +
      'what each entry has excused. Use it to see whether a failing test is known.',
    input: listInput,
    answer: (typed) => listQuarantine(asking, typed),
  });
}

async function listQuarantine(
  asking: Asking,
  { project: typed, active, ...page }: z.output<typeof listInput>,
): Promise<ToolAnswer> {
  const { project } = await resolveProjectScope(toProjectFlags(typed), asking);
  const client = await asking.connect();
  const { items, nextCursor } = await client.quarantine.list.query({
    ...page,
    project,
    active: active ? 'true' : 'false',
  });
  if (items.length === 0) await refuseUnknownProject(client, typed);
  const entries = pickFittingItems(items.map(buildEntryFacts));
  return {
    facts: [
      `${formatCount(entries.length, active ? 'active entry' : 'ended entry', active ? 'active entries' : 'ended entries')}.`,
      ...describeLeftOut(
        items.length - entries.length,
        'entries',
        'Use a smaller limit and the cursor.',
      ),
      ...(nextCursor === null ? [] : ['There are more. Call list_quarantine with the cursor.']),
    ],
    data: { project: project ?? 'all', entries, nextCursor },
  };
}

const addInput = z.strictObject({
  testId,
  fingerprints: z
    .array(fingerprint)
    .min(1)
    .max(QUARANTINE_FINGERPRINTS_MOST)
    .optional()
    .describe(
      'Which failures. Default: those of its flaky runs on the default branch in the last 30 days',
    ),
  reason: z.string().min(1).max(1_000).describe('Why, such as the address of an issue'),
  owner: z.string().min(1).max(200).optional().describe('Who fixes it'),
  days: z.number().int().min(1).max(QUARANTINE_DAYS_MOST).default(QUARANTINE_DEFAULT_DAYS),
});

export function addQuarantineTest(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'quarantine_test',
    title: 'Quarantine a test',
    description:
      'Excuses known failures of one test from the gate for some days. The test still runs and stays red. Use it only ' +
      'when the user asks for it, for a flaky test; never to get a real bug merged.',
    input: addInput,
    writes: true,
    answer: async ({ days, ...entry }) => {
      const expiresAt = new Date(asking.askedAt().now.getTime() + days * DAY_MS).toISOString();
      const client = await asking.connect();
      const added = await client.quarantine.add.mutate({ ...entry, expiresAt });
      return { facts: ['Quarantined.'], data: buildEntryFacts(added) };
    },
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

const liftInput = z.strictObject({ quarantineId: z.uuid().describe('From list_quarantine') });

export function addLiftQuarantine(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'lift_quarantine',
    title: 'End a quarantine',
    description:
      'Ends a quarantine entry, so that failures of its test block the gate again. Use it when the test is fixed.',
    input: liftInput,
    writes: true,
    answer: async ({ quarantineId }) => {
      const client = await asking.connect();
      const lifted = await client.quarantine.lift.mutate({ id: quarantineId });
      return { facts: ['Lifted.'], data: buildEntryFacts(lifted) };
    },
  });
}

const SHOWN_FINGERPRINTS = 5;

function buildEntryFacts(entry: QuarantineEntry) {
  const { fingerprints } = entry;
  return {
    quarantineId: entry.id,
    ...buildTestFacts(entry),
    project: entry.project,
    fingerprints: fingerprints === 'any' ? 'any' : fingerprints.slice(0, SHOWN_FINGERPRINTS),
    moreFingerprints:
      fingerprints === 'any'
        ? undefined
        : Math.max(0, fingerprints.length - SHOWN_FINGERPRINTS) || undefined,
    reason: cutText(entry.reason, 400),
    fixedBy: entry.owner,
    createdBy: entry.createdBy,
    expiresAt: entry.expiresAt,
    excusedCount: entry.excusedCount,
    lastExcusedAt: entry.lastExcusedAt,
    state: entry.state,
  };
}
