import { isNotFound } from '../../../errors/error-code.ts';
import { buildUnknownExecutionError } from '../../../asking/execution-reference.ts';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { z } from 'zod';
import { groupCauses, type Cause } from '../../analyze/input/causes.ts';
import { findNothingReason } from '../../analyze/nothing-to-analyze.ts';
import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addTool } from '../add-tool.ts';
import { createExecutionFinder, type Asking } from '../asking.ts';
import { formatCodePlace } from '../execution-facts.ts';
import { cutText, pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import { executionInput, buildLimitInput, offsetInput, projectInput } from '../tool-inputs.ts';

const input = z.strictObject({
  execution: executionInput,
  project: projectInput,
  offset: offsetInput,
  limit: buildLimitInput(5, 20).describe('How many causes'),
});
type Input = z.output<typeof input>;

export function addAnalyzeExecution(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'analyze_execution',
    title: 'Why an execution failed',
    description:
      'Why a test run failed and what to do: failures grouped by cause, each with a class (REAL_BUG, HEALABLE, INFRA, ' +
      'KNOWN_FLAKE; null and two candidates where the verdict is unsure), a confidence, the evidence, and a plan that also says what not to do. Use it first when CI is ' +
      'red. For the errors themselves, use get_failures.',
    input,
    answer: (typed) => analyzeExecution(asking, typed),
  });
}

async function analyzeExecution(asking: Asking, typed: Input): Promise<ToolAnswer> {
  const { client, find } = await createExecutionFinder(asking, typed.project);
  const { id, choiceNote } = await find(typed.execution);
  try {
    // Answers the stored analysis if there is one of the present state.
    const analysis = await client.analyses.analyze.mutate({ executionId: id });
    return buildAnalysisAnswer(analysis, typed, choiceNote);
  } catch (error) {
    if (isNotFound(error)) throw buildUnknownExecutionError(typed.execution);
    const why = findNothingReason(error);
    if (why === null) throw error;
    return {
      facts: ['The execution has no failure to analyze.'],
      data: { id, taken: choiceNote, why },
    };
  }
}

function buildAnalysisAnswer(
  analysis: Analysis,
  { offset, limit }: Input,
  choiceNote: string | undefined,
): ToolAnswer {
  const { failures, failureCount } = analysis;
  const label = deriveLabelFields(analysis);
  const causes = groupCauses(failures, failures.length < failureCount);
  const asked = causes.slice(offset, offset + limit);
  const shown = pickFittingItems(asked.map(buildCauseFacts));
  const unlisted = failureCount - failures.length;
  return {
    facts: [
      `${formatCount(failureCount, 'failure')} of ${formatCount(causes.length, 'cause')}, the most severe first; ${shown.length} here.`,
      ...describeLeftOut(
        causes.length - offset - shown.length,
        'causes',
        `Call analyze_execution with offset ${offset + shown.length}.`,
      ),
      ...describeLeftOut(unlisted, 'less severe failures', 'get_failures lists their errors.'),
      ...(label.classification === null
        ? [
            'The verdict is unsure: carry out the first step of the plan, which tells the candidates apart.',
          ]
        : analysis.needsHuman
          ? ['A person should confirm the class before anyone acts on it.']
          : []),
    ],
    data: {
      analysisId: analysis.id,
      taken: choiceNote,
      project: analysis.project,
      execution: analysis.executionNumber,
      branch: analysis.branch,
      commit: analysis.commit?.slice(0, 12),
      ...label,
      confidence: analysis.confidence,
      runnerUp: analysis.runnerUp,
      summary: cutText(analysis.summary, 1_000),
      // The plan of the only cause is that of the execution.
      plan: offset === 0 && causes.length > 1 ? buildPlanFacts(analysis.actionPlan) : undefined,
      causes: shown,
    },
  };
}

const NAMED_TESTS = 5;
const EVIDENCE = 4;

function buildCauseFacts({ example, failures, isAtLeast }: Cause) {
  const tests = failures.slice(0, NAMED_TESTS).map(buildNamedTest);
  return {
    ...deriveLabelFields(example),
    confidence: example.confidence,
    needsHuman: example.needsHuman || undefined,
    correctedBy: example.correctedBy,
    fingerprint: example.fingerprint,
    failures: failures.length,
    mayBeMore: isAtLeast || undefined,
    tests,
    moreTests: failures.length - tests.length || undefined,
    suggestion: cutText(example.suggestion, 500),
    evidence: example.evidence.slice(0, EVIDENCE).map((one) => ({
      supports: one.supports,
      weight: Number(one.weight.toFixed(2)),
      text: cutText(one.text, 300),
      quote: cutText(one.quote, 300),
    })),
    notChecked: example.notChecked.slice(0, EVIDENCE),
    plan: buildPlanFacts(example.actionPlan),
  };
}

function buildNamedTest({ testId, title, file, line }: FailureVerdict) {
  return { testId, test: cutText(title, 300), at: formatCodePlace({ file, line }) };
}

const STEPS = 6;
const SENTENCES = 5;

function buildPlanFacts({ goal, steps, owner, forbidden, doneWhen }: ActionPlan) {
  return {
    goal: cutText(goal, 400),
    owner,
    steps: steps.slice(0, STEPS).map(({ action, title, detail, file, line, command }) => ({
      action,
      title: cutText(title, 200),
      detail: cutText(detail, 400),
      at: formatCodePlace({ file, line }),
      command: cutText(command, 1_000),
    })),
    forbidden: forbidden.slice(0, SENTENCES),
    doneWhen: doneWhen.slice(0, SENTENCES),
  };
}
