import { prepareQuestion } from '../../asking/open-question.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Metrics } from '@svc/contract/history/metrics';
import { type Invocation } from '../../invocation/invocation.ts';
import type { FilterFlags } from '../../asking/filter-flags.ts';
import { addExamples, addFilterOptions, addMarkdownOption } from '../../flags/filter-options.ts';
import { evaluateFailOn, mergeHeld, type Held } from '../../flags/fail-on.ts';
import { failOn } from '../../flags/option-values.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { collectWorsened } from './metric-rows.ts';
import { formatMetrics, renderMetricsMarkdown } from './metrics-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

const FAIL_ON_TEXT =
  'exit with 1 on failures, flaky, worse (a rate) or slower (a time), compared with the period before; repeatable';

type Condition = 'failures' | 'flaky' | 'worse' | 'slower';

interface MetricsFlags extends FilterFlags {
  failOn?: Condition[];
}

/** `svc metrics`. */
export const declareMetrics: DeclareCommand = (command, run) => {
  command
    .description('Pass rates, failures and times of a period, compared with the period before it.')
    .action(() => run(command, showMetrics));
  addMarkdownOption(addFilterOptions(command));
  const conditions = ['failures', 'flaky', 'worse', 'slower'] satisfies Condition[];
  command.addOption(failOn(conditions, FAIL_ON_TEXT));
  addExamples(
    command,
    'svc metrics --branch main --from 7d',
    'svc metrics --all-projects --json',
    'svc metrics --branch main --from 7d --fail-on worse',
  );
};

/** The figures of a period, compared with the period before. */
async function showMetrics(invocation: Invocation, flags: MetricsFlags): Promise<Answer> {
  const { client, filters, describe } = await prepareQuestion(flags, invocation);
  const data = await client.metrics.get.query(filters);
  const shown = makeTerminalSafe({
    ...(await describe(data.executions.total === 0, data)),
    metrics: data,
    command: 'svc metrics',
  });
  return {
    data,
    text: (look) => formatMetrics(shown, look),
    markdown: () => renderMetricsMarkdown(shown),
    ...evaluateFailOn(flags.failOn, countConditions(data)),
  };
}

function countConditions(data: Metrics): Record<Condition, Held> {
  const { executions, results } = data;
  const { rates, times } = collectWorsened(data);
  return {
    failures: mergeHeld([
      [executions.failed, formatCount(executions.failed, 'failed execution')],
      [results.failed, formatCount(results.failed, 'failed result')],
    ]),
    flaky: [results.flaky, formatCount(results.flaky, 'flaky result')],
    worse: [rates.length, rates.join(', ')],
    slower: [times.length, times.join(', ')],
  };
}
