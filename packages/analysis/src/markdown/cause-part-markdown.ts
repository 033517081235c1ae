import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { formatCauseCount } from '../causes/cause-words.ts';
import { countTestsPerCause } from '../causes/shown-tests.ts';
import { formatCutCauses, type CausePart } from '../compare/compared-causes.ts';
import { renderFailureRow, renderRowLines, type ShownFailure } from './failure-markdown.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';

interface PartOptions {
  title: string;
  list: keyof Comparison['causes'];
  /** The number of causes and tests. */
  limit: number;
  /** Markdown that says where the others are. */
  more: string;
  /** The names of failures shown before, by fingerprint. The part adds its own. */
  seen: Map<string, string>;
  /** Replaces an error that the answer lacks. */
  omitted: string | undefined;
}

/** A list of failures: a block for each cause, or a line for each cause that is gone. */
export function renderCausePart(
  failures: CausePart<ComparedTest>,
  { title, list, limit, more, seen, omitted }: PartOptions,
): string[] {
  if (failures.total === 0) return [];
  const most = countTestsPerCause(failures.rows, limit);
  const rows = failures.rows.slice(0, limit);
  const blocks =
    list === 'improvements'
      ? [rows.map((row) => renderRowLines(row, { mark: STATUS_MARKS.passed, most })).join('\n')]
      : rows.map((row) => renderFailureRow(row, { most, seen, omitted, describe: toShownFailure }));
  return renderPart(
    `${title}${formatCauseCount(failures.total, failures.causes)}`,
    blocks.filter((block) => block !== ''),
    formatCutCauses(failures, limit, more),
  );
}

/** A list below its title, with what it leaves out. */
export function renderPart(
  title: string,
  blocks: readonly string[],
  cut: readonly string[],
): string[] {
  return [`**${title}**`, ...blocks, ...(cut.length === 0 ? [] : [cut.join(' ')])];
}

function toShownFailure(test: ComparedTest): ShownFailure {
  return { ...test, errors: test.error === null ? [] : [test.error] };
}
