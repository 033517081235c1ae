import { expect, it } from 'vitest';
import { makeAnalysis, makeShownAnalysis, makeVerdict } from '../../test/samples/make-analysis.ts';
import { makeAttentionItem } from '../../test/samples/make-attention-item.ts';
import { makeComparedTest, makeComparison, makeSide } from '../../test/samples/make-comparison.ts';
import { makeDetail, makeExecution, makeResult } from '../../test/samples/make-execution.ts';
import { makeFailureGroup } from '../../test/samples/make-failure-group.ts';
import { makeEntry } from '../../test/samples/make-entry.ts';
import { makeFlakyTest } from '../../test/samples/make-flaky-test.ts';
import {
  makeBlocking,
  makeExcused,
  makeProblem,
  makeShownGate,
} from '../../test/samples/make-gate.ts';
import { makeMetrics } from '../../test/samples/make-metrics.ts';
import { plainLook } from '../../test/samples/plain-look.ts';
import { makeDelivery, makeFailingDelivery, makeWebhook } from '../../test/samples/make-webhook.ts';
import { makeSubject } from '../../test/samples/make-subject.ts';
import { makeRun, makeTestDetail, makeTestSummary } from '../../test/samples/make-test-detail.ts';
import { makeTrends } from '../../test/samples/make-trends.ts';
import { measureText } from '../terminal/lines/fitted-text.ts';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../terminal/glyphs.ts';
import type { Look } from '../terminal/look.ts';
import { formatAnalysis } from './analyze/text/analysis-text.ts';
import { formatCorrection } from './analyze/text/correction-text.ts';
import { formatAttention } from './attention/attention-text.ts';
import { formatComparison } from './compare/compare-text.ts';
import { formatChecks } from './doctor/doctor-text.ts';
import { formatExecution } from './executions/execution-text.ts';
import { formatExecutions } from './executions/executions-text.ts';
import { formatFailures } from './failures/failures-text.ts';
import { formatFlakyTests } from './flaky/flaky-text.ts';
import { formatGates, formatGatedRun } from './gate/gate-text.ts';
import { formatMetrics } from './metrics/metrics-text.ts';
import { formatEntries } from './quarantine/entries-text.ts';
import { formatEntry } from './quarantine/entry-text.ts';
import { formatSplit } from './split/split-text.ts';
import { formatTestChoices } from './tests/test-choices-text.ts';
import { formatTest } from './tests/test-text.ts';
import { formatTrends } from './trends/trends-text.ts';
import { formatDeliveries } from './webhooks/deliveries/deliveries-text.ts';
import { formatDelivery } from './webhooks/deliveries/delivery-text.ts';
import { formatDeliveryOutcome } from './webhooks/deliveries/outcome-text.ts';
import { formatWebhook } from './webhooks/text/webhook-text.ts';
import { formatWebhooks } from './webhooks/text/webhooks-text.ts';
import { formatUpload } from './upload/saved-runs/upload-text.ts';
import { CHOSEN_EVENTS } from './webhooks/webhook-flags.ts';
import { formatNothingToAnalyze } from './analyze/nothing-to-analyze.ts';
import { formatEventList } from './webhooks/events.ts';

const WIDTHS = [40, 55, 56, 60, 72, 80, 99, 100, 120];

/** Names of all lengths, with words of all lengths; the same ones in every run. */
function* names(): Generator<string> {
  for (let seed = 1; ; seed++) {
    const words = Array.from({ length: 1 + ((seed * 7) % 23) }, (_, index) =>
      'prüfung-von-bestellungen'.slice(0, 1 + ((seed * 5 + index * 11) % 24)),
    );
    yield words.join(seed % 5 === 0 ? '-' : ' ');
  }
}

function makeViews(name: () => string): Record<string, (look: Look) => string[]> {
  const project = name();
  const command = `svc ask '${name()}' --project '${project}' --limit 120`;
  const subject = { ...makeSubject({ project, branch: name(), takenFrom: 'SVC_PROJECT' }) };
  const total = { count: 1200, isAtLeast: true };
  const git = { branch: name(), commit: 'a07be551c9f2', message: name(), dirty: true };
  const execution = makeExecution({
    project,
    name: name(),
    git,
    ci: {},
    partial: ['filter', 'changed'],
  });
  const titlePath = () => [name(), name(), name()];
  const file = () => `${name().replaceAll(' ', '/')}.test.ts`;
  const failing = () =>
    makeComparedTest(titlePath(), {
      file: file(),
      head: makeSide({ status: 'failed' }),
      error: { message: name() },
      fingerprint: 'fp2:1',
      baseFrom: { executionId: 'id', number: 12_345 },
    });
  const comparison = makeComparison({
    base: execution,
    regressions: [failing(), failing()],
    newTests: [makeComparedTest(titlePath(), { base: null })],
    removedTests: [makeComparedTest(titlePath(), { head: null })],
    newlyFlaky: [makeComparedTest(titlePath())],
    improvements: [makeComparedTest(titlePath(), { variant: name() })],
    performance: {
      slower: [{ ...makeComparedTest(titlePath()), durationDeltaMs: 9, durationDeltaRate: 14.2 }],
      faster: [],
    },
    notRun: [{ ...makeComparedTest(titlePath(), { file: file() }), reason: 'file' }],
    counts: { regressions: 9_000, notRun: 9_000, baseTests: 12_000, errorsOmitted: 7 },
  });
  const failed = (status: 'failed' | 'passed' | 'interrupted') => ({
    ...makeResult({ titlePath: titlePath(), status, file: file(), owner: name() }),
    flaky: status === 'passed',
    fingerprint: 'fp2:6be1aa00aa00aa00aa00aa00aa00aa00',
  });
  const detail = makeDetail({
    ...execution,
    legs: [name(), name()],
    shards: { expected: 9, received: 4, carried: 2 },
    attempt: 3,
    resultsExpiredAt: '2026-11-20T10:00:00.000Z',
    results: [failed('failed'), failed('passed'), failed('interrupted')],
    errors: [],
    files: [],
  });
  const summary = { ...makeTestSummary(), titlePath: titlePath(), file: file(), project };
  const since = { ...makeTestDetail().since, branch: name() };
  const test = makeTestDetail({ ...summary, tags: [name(), name()], owner: name() });
  test.since = { ...test.since, ...since } as typeof test.since;
  test.fingerprints = test.fingerprints.map((one) => ({ ...one, pattern: name() }));
  const attention = {
    ...subject,
    items: [
      makeAttentionItem({ title: name(), detail: name(), project, branch: name() }),
      makeAttentionItem({ title: name(), executionNumber: null, branch: null }),
    ],
    count: 57,
    moreCommand: command,
    hasExecutions: true,
    hasSpeaking: true,
    listCommand: command,
    idleDefaultBranches: [{ project: name(), branch: name() }],
    localProjects: [name(), name()],
  };
  const group = makeFailureGroup();
  const flaky = {
    ...subject,
    items: [makeFlakyTest({ titlePath: titlePath(), project })],
    total,
    moreCommand: command,
    sort: 'rate' as const,
    minRuns: 5,
    impactCommand: command,
    allRunsCommand: command,
    hasExecutions: true,
    defaultSource: 'ci' as const,
  };
  const failures = {
    ...subject,
    items: [
      {
        ...group,
        branches: [name(), name()],
        example: { ...group.example, title: name(), file: file(), message: name() },
      },
    ],
    total,
    moreCommand: command,
    sort: 'tests' as const,
    hasExecutions: true,
  };
  const executions = { ...subject, branch: undefined, items: [execution], total };
  const shownExecutions = { ...executions, moreCommand: command };
  const compared = {
    comparison,
    choiceNotes: { base: `newest on branch ${name()}`, head: `latest on ${name()}` },
    limit: 2,
    moreCommand: command,
    showCommand: command,
  };
  const verdict = () => {
    const { evidence, actionPlan, ...rest } = makeVerdict();
    return makeVerdict({
      ...rest,
      title: name(),
      file: file(),
      needsHuman: true,
      evidence: evidence.map((one) => ({ ...one, text: name(), quote: name() })),
      notChecked: [name(), name()],
      correctedBy: { classification: 'INFRA', by: name(), at: '2026-11-21T07:30:00.000Z' },
      actionPlan: {
        ...actionPlan,
        steps: actionPlan.steps.map((step, at) => ({
          ...step,
          order: at + 9,
          title: name(),
          detail: name(),
          file: file(),
        })),
        owner: name(),
        forbidden: [name(), name()],
        doneWhen: [name()],
      },
    });
  };
  const shownAnalysis = makeShownAnalysis(
    makeAnalysis([verdict(), verdict()], { summary: name(), notChecked: [name()] }),
    { subject: [name(), name()], choiceNote: name(), moreCommand: command },
  );
  const gate = makeShownGate({
    project,
    blocking: [
      makeBlocking({ titlePath: titlePath(), file: file(), why: name() }),
      makeProblem('run-error', name()),
    ],
    excused: [makeExcused({ titlePath: titlePath(), file: file(), reason: name(), owner: name() })],
    undecided: { reason: 'running', why: name() },
    expiring: [
      {
        quarantineId: 'id',
        testId: 'id',
        title: name(),
        variant: null,
        expiresAt: '2026-11-23T10:00:00.000Z',
      },
    ],
  });
  const entry = () =>
    makeEntry({
      titlePath: titlePath(),
      file: file(),
      project,
      reason: name(),
      owner: name(),
      createdBy: name(),
    });
  const entries = {
    items: [entry(), entry()],
    total,
    project,
    takenFrom: 'SVC_PROJECT',
    hasEnded: false,
    moreCommand: command,
  };
  const plan = {
    project,
    before: '2026-11-21T09:00:00.000Z',
    executions: 12_345,
    files: 12_345,
    knownFiles: 9_000,
    digest: 'b0796263',
    shards: [{ index: 1, expectedMs: 95_000, files: [file(), file()] }],
  };
  const webhook = {
    description: name(),
    project,
    branch: name(),
    createdBy: name(),
    consecutiveFailures: 12_345,
    events: [...CHOSEN_EVENTS],
  };
  const failingDelivery = makeFailingDelivery({
    responseStatus: null,
    error: name(),
    eventType: 'execution.completed',
  });
  const ofMore = { ...shownAnalysis, total: { count: 9, isAtLeast: false } };
  return {
    analysis: (look) => formatAnalysis(ofMore, look),
    'analysis, nothing': (look) =>
      formatNothingToAnalyze({ why: name(), choiceNote: name(), isGood: false }, look),
    correction: (look) =>
      formatCorrection(
        {
          subject: [name(), name()],
          choiceNote: name(),
          classification: 'INFRA',
          before: ['REAL_BUG', 'KNOWN_FLAKE'],
          failures: { count: 12_345, isAtLeast: true },
          tests: [name(), name(), name(), name()],
          fingerprints: 3,
          seeCommand: command,
        },
        look,
      ),
    attention: (look) => formatAttention(attention, look),
    'attention, none': (look) => formatAttention({ ...attention, items: [] }, look),
    'attention, none speaks': (look) =>
      formatAttention({ ...attention, items: [], hasSpeaking: false }, look),
    compare: (look) => formatComparison(compared, look),
    doctor: (look) =>
      formatChecks(
        [
          { name: 'server', status: 'failed', text: name(), advice: [name(), command] },
          { name: 'key', status: 'ok', text: name(), advice: [] },
        ],
        look,
      ),
    execution: (look) =>
      formatExecution(
        { execution: detail, choiceNote: name(), limit: 1, moreCommand: command },
        look,
      ),
    executions: (look) => formatExecutions(shownExecutions, look),
    'executions of all projects': (look) =>
      formatExecutions({ ...shownExecutions, project: undefined }, look),
    'executions, none': (look) => formatExecutions({ ...shownExecutions, items: [] }, look),
    'executions, none match': (look) =>
      formatExecutions({ ...shownExecutions, items: [], isFiltered: true }, look),
    'executions, another project': (look) =>
      formatExecutions({ ...shownExecutions, items: [], nearProject: name() }, look),
    failures: (look) => formatFailures(failures, look),
    gate: (look) => formatGates([gate], look),
    'run, excused': (look) =>
      formatGatedRun({ status: 1, isExcused: true, gates: [], why: name() }, look),
    quarantine: (look) => formatEntries(entries, look),
    'quarantine of all projects': (look) => formatEntries({ ...entries, project: undefined }, look),
    'quarantine, none': (look) => formatEntries({ ...entries, items: [] }, look),
    'quarantine entry': (look) => formatEntry({ entry: entry(), done: 'added' }, look),
    split: (look) => formatSplit(plan, look),
    flaky: (look) => formatFlakyTests(flaky, look),
    'flaky, none': (look) => formatFlakyTests({ ...flaky, items: [] }, look),
    metrics: (look) => formatMetrics({ ...subject, metrics: makeMetrics() }, look),
    test: (look) =>
      formatTest(
        {
          test,
          window: 'last 30 days',
          defaultSource: 'ci',
          runs: {
            items: [
              makeRun(12_345, { branch: name(), environment: name(), fromCi: false, dirty: true }),
            ],
            total,
          },
          moreCommand: command,
        },
        look,
      ),
    tests: (look) =>
      formatTestChoices(
        { items: [{ ...summary }], total, wanted: name(), moreCommand: command },
        look,
      ),
    webhooks: (look) =>
      formatWebhooks(
        { items: [makeWebhook(webhook), makeWebhook()], total, moreCommand: command },
        look,
      ),
    webhook: (look) =>
      formatWebhook(
        { webhook: makeWebhook(webhook), notes: [name()], next: [name(), command] },
        look,
      ),
    deliveries: (look) =>
      formatDeliveries(
        {
          items: [makeDelivery({ error: name() }), failingDelivery],
          total,
          isFiltered: false,
          moreCommand: command,
          showCommand: command,
          testCommand: command,
        },
        look,
      ),
    delivery: (look) =>
      formatDelivery(
        {
          delivery: { ...failingDelivery, request: { headers: {}, body: 'a', truncated: false } },
          address: name(),
          limit: 1,
          jsonCommand: command,
          redeliverCommand: command,
        },
        look,
      ),
    'outcome of a delivery': (look) =>
      formatDeliveryOutcome(
        {
          delivery: failingDelivery,
          progress: 'attempted',
          hasWaited: true,
          event: 'execution.completed',
          showCommand: command,
        },
        look,
      ),
    'events of webhooks': (look) =>
      formatEventList([{ event: 'execution.completed', summary: name() }], look),
    trends: (look) =>
      formatTrends(
        {
          ...subject,
          trends: makeTrends([12, 9, null, 14, 22]),
          timezoneTakenFrom: "this machine's time zone",
          tableOnly: false,
          limit: 2,
          moreCommand: command,
        },
        look,
      ),
    upload: (look) =>
      formatUpload(
        {
          sent: [],
          failed: [
            { file: file(), kind: 'refused', message: name(), isKept: false },
            { file: file(), kind: 'corrupt', message: name(), isKept: false },
          ],
          elsewhere: [{ url: `http://${name().replaceAll(' ', '-')}.test`, count: 2 }],
          elsewhereFolders: [file()],
          url: 'http://localhost:4400',
          folders: [file()],
          refused: [file(), file()],
          resendCommand: command,
        },
        look,
      ),
  };
}

/** A line that only its longest word, or a command to copy, makes wider than the terminal. */
function mustBeWide(line: string, columns: number): boolean {
  const text = line.trimStart();
  if (COMMAND.test(text)) return true;
  const indent = line.length - text.length;
  const widest = Math.max(...text.split(' ').map(measureText));
  return widest + indent + GLYPH_COLUMNS > columns && !text.slice(2).includes(' ');
}

const COMMAND = /^(?:svc |npm |npx |SVC_URL=|in vitest\.config\.ts: )/;
const GLYPH_COLUMNS = 2;

it.each(Object.keys(makeViews(() => 'x')))('no line is wider than the terminal: %s', (view) => {
  const generator = names();
  const name = () => generator.next().value as string;
  const wide: string[] = [];
  for (let round = 0; round < 12; round++) {
    const views = makeViews(name);
    for (const columns of WIDTHS) {
      for (const glyphs of [UNICODE_GLYPHS, ASCII_GLYPHS]) {
        const lines = views[view]?.(plainLook({ columns, glyphs })) ?? [];
        wide.push(
          ...lines
            .filter((line) => measureText(line.trimEnd()) > columns && !mustBeWide(line, columns))
            .map((line) => `${columns}: ${line}`),
        );
      }
    }
  }
  expect(wide.slice(0, 5)).toEqual([]);
});
