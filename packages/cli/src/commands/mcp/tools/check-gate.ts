import { isNotFound } from '../../../errors/error-code.ts';
import { buildUnknownExecutionError } from '../../../asking/execution-reference.ts';
import type { McpServer } from '@modelcontextprotocol/server';
import type { BlockingItem, ExcusedFailure, Gate } from '@svc/contract/gate/gate';
import { z } from 'zod';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addTool } from '../add-tool.ts';
import { createExecutionFinder, type Asking } from '../asking.ts';
import { buildBlockingRows, buildExcusedRows, type GateRow } from '@svc/analysis/gate/gate-rows';
import { formatCodePlace } from '../execution-facts.ts';
import { cutText, pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import { executionInput, projectInput } from '../tool-inputs.ts';
import { buildCauseFacts } from '../failure-facts.ts';

const input = z.strictObject({ execution: executionInput, project: projectInput });

export function addCheckGate(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'check_gate',
    title: 'May it be merged?',
    description:
      'Whether a test run is good enough to merge: pass, fail, or undecided while results are missing. Names the ' +
      'failures that block by cause and why, those that the base branch has too last, and those that the quarantine excuses. An excused failure is still a failure. Use ' +
      'it before you call a change done.',
    input,
    answer: (typed) => checkGate(asking, typed),
  });
}

async function checkGate(
  asking: Asking,
  { execution, project }: z.output<typeof input>,
): Promise<ToolAnswer> {
  const { client, find } = await createExecutionFinder(asking, project);
  const { id, choiceNote } = await find(execution);
  const gate = await client.gate.get.query({ id }).catch((error: unknown) => {
    throw isNotFound(error) ? buildUnknownExecutionError(execution) : error;
  });
  return buildGateAnswer(gate, choiceNote);
}

function buildGateAnswer(gate: Gate, choiceNote: string | undefined): ToolAnswer {
  const [rowsOfBlocking, rowsOfExcused] = [buildBlockingRows(gate), buildExcusedRows(gate)];
  const blocking = pickFittingItems(
    rowsOfBlocking.map((row) =>
      row.kind === 'test'
        ? buildBlockingFacts(row.item)
        : { ...buildCauseFacts(row, buildBlockingFacts), onBase: row.cause.onBase },
    ),
    BLOCKING_CHARACTERS,
  );
  const excused = pickFittingItems(
    rowsOfExcused.map((row) =>
      row.kind === 'test' ? buildExcusedFacts(row.item) : buildCauseFacts(row, buildExcusedFacts),
    ),
    EXCUSED_CHARACTERS,
  );
  return {
    facts: [
      formatGateVerdict(gate),
      ...(gate.blocksOnlyNew ? ['Failures that the default branch has, too, do not block.'] : []),
      ...describeLeftOut(
        gate.counts.blocking - countItems(rowsOfBlocking.slice(0, blocking.length)),
        'blocking items',
        'get_failures lists all failures.',
      ),
      ...describeLeftOut(
        gate.counts.excused - countItems(rowsOfExcused.slice(0, excused.length)),
        'excused failures',
        'They do not block.',
      ),
    ],
    data: {
      verdict: gate.verdict,
      execution: gate.executionNumber,
      project: gate.project,
      url: gate.url,
      taken: choiceNote,
      undecided: gate.undecided,
      counts: gate.counts,
      base: gate.base === null ? null : { ...gate.base, branch: cutText(gate.base.branch, 200) },
      blocking,
      excused,
      expiring: gate.expiring.slice(0, EXPIRING).map(({ title, ...entry }) => ({
        ...entry,
        test: cutText(title, 300),
      })),
    },
  };
}

/** How many items of the answer these entries stand for. */
function countItems<Item>(rows: readonly GateRow<Item>[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.cause.failures), 0);
}

const BLOCKING_CHARACTERS = 11_000;
const EXCUSED_CHARACTERS = 6_000;
const EXPIRING = 10;

function formatGateVerdict({ verdict, counts }: Gate): string {
  if (verdict === 'undecided') return 'Undecided: data.undecided says why. Ask again in a minute.';
  const excused = `${formatCount(counts.excused, 'failure')} excused`;
  return verdict === 'pass'
    ? `The gate passes, ${excused}.`
    : `The gate fails: ${formatCount(counts.blocking, 'item')} blocking, ${excused}.`;
}

function buildBlockingFacts(item: BlockingItem) {
  return {
    kind: item.kind,
    why: cutText(item.why, 400),
    onBase: item.onBase,
    testId: item.testId,
    test: cutText(item.titlePath?.join(' › '), 300),
    at: formatCodePlace(item),
    fingerprint: item.fingerprint,
    ...(item.furtherFingerprints.length > 0 && { furtherFingerprints: item.furtherFingerprints }),
    // The test is quarantined, but for another failure.
    quarantineId: item.quarantineId,
    // It has ended, or is of another test that did not run.
    relatedEntry: item.relatedEntry,
  };
}

function buildExcusedFacts(failure: ExcusedFailure) {
  return {
    testId: failure.testId,
    test: cutText(failure.titlePath.join(' › '), 300),
    by: failure.by,
    reason: cutText(failure.reason, 300),
    owner: failure.owner,
    quarantineId: failure.quarantineId,
    expiresAt: failure.expiresAt,
    fingerprint: failure.fingerprint,
    ...(failure.furtherFingerprints.length > 0 && {
      furtherFingerprints: failure.furtherFingerprints,
    }),
  };
}
