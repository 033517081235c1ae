import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { withInsertions, type Insertion } from './source/insertions.ts';

export interface WorkflowFacts {
  /** The scripts of the project's package.json. */
  scripts: Readonly<Record<string, string>>;
  /** The address of the server as the workflow writes it. */
  url: string;
}

export interface WorkflowChange {
  code: string;
  /** The names of the jobs whose tests will report. */
  jobs: string[];
}

/**
 * Gives each step of a GitHub workflow that runs tests the variables of the reporter, and the legs of a matrix their
 * names. Only adds lines. Undefined if no step runs tests, all have the key, or the file is not a workflow.
 */
export function changeWorkflow(code: string, facts: WorkflowFacts): WorkflowChange | undefined {
  const document = parseDocument(code, { lineCounter: new LineCounter() });
  const { contents } = document;
  if (document.errors.length > 0 || !isMap(contents)) return undefined;
  const jobs = contents.get('jobs');
  if (!isMap(jobs) || hasKey(contents)) return undefined;
  const changed: string[] = [];
  const insertions: Insertion[] = [];
  for (const { key, value } of jobs.items) {
    if (!isMap(value) || hasKey(value)) continue;
    const lines = buildVariableLines(value, facts.url);
    const added = getSteps(value).flatMap(
      (step) => stepInsertion(code, step, { lines, facts }) ?? [],
    );
    insertions.push(...added);
    if (added.length > 0) changed.push(String(isScalar(key) ? key.value : key));
  }
  return insertions.length === 0
    ? undefined
    : { code: withInsertions(code, insertions), jobs: changed };
}

function getSteps(job: YAMLMap): YAMLMap[] {
  const steps = job.get('steps');
  return isSeq(steps) ? steps.items.filter((step) => isMap(step)) : [];
}

function hasKey(holder: YAMLMap): boolean {
  const env = holder.get('env');
  return isMap(env) && env.has('SVC_API_KEY');
}

function buildVariableLines(job: YAMLMap, url: string): string[] {
  const leg = buildLegName(job);
  return [
    `SVC_URL: ${url}`,
    'SVC_API_KEY: ${{ secrets.SVC_API_KEY }}',
    ...(leg === undefined ? [] : [`SVC_LEG: ${leg}`]),
  ];
}

/** `${{ matrix.os }}-${{ matrix.node }}`, without shards, which the frameworks name themselves. */
function buildLegName(job: YAMLMap): string | undefined {
  const strategy = job.get('strategy');
  const matrix = isMap(strategy) ? strategy.get('matrix') : undefined;
  if (!isMap(matrix)) return undefined;
  const included = matrix.get('include');
  const first = isSeq(included) ? included.items[0] : undefined;
  const names = [...getKeys(matrix), ...(isMap(first) ? getKeys(first) : [])];
  const parts = new Set(
    names.filter((name) => !/^(?:include|exclude)$|shard/i.test(name) && /^[\w-]+$/.test(name)),
  );
  if (parts.size === 0) return undefined;
  return [...parts].map((name) => `\${{ matrix.${name} }}`).join('-');
}

function getKeys(map: YAMLMap): string[] {
  return map.items.flatMap(({ key }) => (isScalar(key) ? String(key.value) : []));
}

interface StepFacts {
  lines: readonly string[];
  facts: WorkflowFacts;
}

function stepInsertion(
  code: string,
  step: YAMLMap,
  { lines, facts }: StepFacts,
): Insertion | undefined {
  const run = step.items.find(({ key }) => isScalar(key) && key.value === 'run');
  if (!isScalar(run?.key) || !isScalar(run.value) || hasKey(step)) return undefined;
  if (!runsTests(String(run.value.value), facts) || step.flow === true) return undefined;
  const env = step.get('env', true);
  if (isMap(env) && env.flow !== true && env.range) {
    const indent = ' '.repeat(computeColumn(code, env.range[0]));
    return buildLinesInsertion(
      code,
      findBlockEnd(env),
      lines.map((line) => indent + line),
    );
  }
  if (env !== undefined || !run.key.range) return undefined;
  const indent = ' '.repeat(computeColumn(code, run.key.range[0]));
  const added = [`${indent}env:`, ...lines.map((line) => `${indent}  ${line}`)];
  return buildLinesInsertion(code, run.value.range?.[1] ?? 0, added);
}

/** The end of the last value of a block. */
function findBlockEnd(map: YAMLMap): number {
  const value: unknown = map.items.at(-1)?.value;
  return (isScalar(value) || isMap(value) || isSeq(value) ? value.range?.[1] : undefined) ?? 0;
}

function computeColumn(code: string, offset: number): number {
  return offset - (code.lastIndexOf('\n', offset - 1) + 1);
}

/** Lines after the line that has `offset`, or before it if it begins a line. */
function buildLinesInsertion(code: string, offset: number, lines: readonly string[]): Insertion {
  const lineFeed = code.includes('\r\n') ? '\r\n' : '\n';
  const text = lines.map((line) => line + lineFeed).join('');
  if (code[offset - 1] === '\n') return { at: offset, text };
  const next = code.indexOf('\n', offset);
  return next === -1 ? { at: code.length, text: lineFeed + text } : { at: next + 1, text };
}

const TESTS = /\b(?:vitest|jest|playwright\s+test)\b/;
const SCRIPT = /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:-\S+\s+)*(t|tst|[\w:.-]+)/g;

/** Whether a shell script runs one of the frameworks, itself or by a script of package.json. */
function runsTests(run: string, { scripts }: WorkflowFacts): boolean {
  if (TESTS.test(run)) return true;
  return [...run.matchAll(SCRIPT)].some(([, word = '']) =>
    TESTS.test(scripts[/^t(?:st)?$/.test(word) ? 'test' : word] ?? ''),
  );
}
