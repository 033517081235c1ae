import { wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import type { InitPlan, PlannedFramework } from './init-plan.ts';

/** What svc init found and did; every text is safe for a terminal. */
export interface ShownInit extends Omit<InitPlan, 'changes'> {
  /** `shown`: only the diff; `declined`: a person said no. */
  outcome: 'written' | 'shown' | 'declined' | 'nothing';
  diff: string;
  serverUrl: string;
  /** The server is on this machine, where CI does not reach it. */
  isLocal: boolean;
}

export function formatInit(shown: ShownInit, look: Look): string[] {
  const { outcome, diff, frameworks, workflows, otherCi } = shown;
  const { columns, colors, glyphs } = look;
  const lines = [
    ...(diff === '' ? [] : [...formatDiffLines(diff, look), '']),
    ...frameworks.flatMap((framework) => formatFrameworkLines(framework, shown, look)),
    ...workflows.flatMap(({ path, jobs }) => {
      const text = `${chooseVerb(outcome, 'changed')} ${path}: ${jobs.length === 1 ? 'job' : 'jobs'} ${jobs.join(', ')}`;
      return formatDoneLines(`${glyphs.passed} ${text}`, look);
    }),
    ...otherCi.flatMap((path) =>
      wrapText(
        `${glyphs.interrupted} ${path}: give the job that runs tests the variables SVC_URL and SVC_API_KEY`,
        columns,
      ).map(colors.yellow),
    ),
  ];
  if (outcome === 'declined') return [...lines, 'Nothing was written.'];
  if (outcome === 'shown') {
    return [
      ...lines,
      ...wrapFacts(['Nothing was written. Write it:', 'svc init --yes'], ' ', columns),
    ];
  }
  return [...lines, ...formatNextLines(shown, look)];
}

/** The lines of a unified diff in their colours. */
export function formatDiffLines(diff: string, { colors }: Look): string[] {
  return diff
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (/^(?:\+\+\+|---) /.test(line)) return colors.bold(line);
      if (line.startsWith('@@')) return colors.cyan(line);
      if (line.startsWith('+')) return colors.green(line);
      return line.startsWith('-') ? colors.red(line) : line;
    });
}

function formatFrameworkLines(
  { name, state, path = '', snippet }: PlannedFramework,
  { outcome }: ShownInit,
  look: Look,
): string[] {
  const { columns, colors, glyphs } = look;
  if (state === 'changed' || state === 'created') {
    const done = chooseVerb(outcome, state);
    return formatDoneLines(`${glyphs.passed} ${done} ${path} for ${name}`, look);
  }
  if (state === 'already')
    return formatDoneLines(`${glyphs.passed} ${path} has the reporter for ${name}`, look);
  const problem =
    state === 'missing'
      ? `${name} has no configuration here; add to it:`
      : `${path} computes its reporters; add for ${name}:`;
  return [
    ...wrapText(`${glyphs.interrupted} ${problem}`, columns).map(colors.yellow),
    `    ${snippet}`,
  ];
}

function chooseVerb(outcome: ShownInit['outcome'], state: 'changed' | 'created'): string {
  if (outcome === 'written') return state;
  return state === 'created' ? 'would create' : 'would change';
}

function formatDoneLines(text: string, { columns, colors }: Look): string[] {
  return wrapText(text, columns).map(colors.green);
}

/** The commands that remain, whole on their lines. */
function formatNextLines(shown: ShownInit, { columns, colors, quiet }: Look): string[] {
  const { install, runner, folder, frameworks, workflows, serverUrl, isLocal } = shown;
  if (quiet) return [];
  const first = frameworks[0]?.name ?? 'vitest';
  const step = (text: string, ...commands: string[]) => [
    ...wrapText(text, columns),
    ...commands.map((command) => `    ${colors.bold(command)}`),
  ];
  const url = serverUrl === 'http://localhost:4400' ? '' : `SVC_URL=${serverUrl} `;
  const ci = [
    'svc login',
    'svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY',
    ...(isLocal ? ['gh variable set SVC_URL --body https://svc.example.com'] : []),
  ];
  return [
    '',
    ...(install.length === 0 ? [] : step('Install, before the tests run again:', ...install)),
    ...step(
      `Report a first run from ${folder === '' ? 'here' : folder}:`,
      `${url}SVC_API_KEY=svc_… ${runner} ${RUN[first]}`,
    ),
    ...(workflows.length === 0
      ? []
      : step(
          isLocal
            ? "Sign in as an admin, and tell CI its key and the server's address:"
            : 'Sign in as an admin, and give CI a key:',
          ...ci,
        )),
  ];
}

const RUN: Record<PlannedFramework['name'], string> = {
  vitest: 'vitest run',
  jest: 'jest',
  playwright: 'playwright test',
};
