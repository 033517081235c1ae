import type { Source } from '@svc/contract/filters';
import type { Look } from '../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { wrapFacts, wrapText } from '../terminal/lines/wrapped-lines.ts';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import type { Subject } from '../asking/question.ts';

/** The subject of the answer, then the `facts`, in as few lines as the width allows; nothing with `-q`. */
export function formatHeadingLines(
  subject: Subject,
  look: Look,
  facts: readonly string[] = [],
): string[] {
  if (look.quiet) return [];
  const all = [...formatSubjectFacts(subject), ...facts];
  const lines = wrapFacts(all, look.glyphs.dot, look.columns);
  return [...lines.map((line) => look.colors.bold(line)), ...formatSourceLines(subject, look), ''];
}

/** The same as a line of Markdown. */
export function renderMarkdownHeading(
  { project, branch, window }: Subject,
  ...facts: string[]
): string {
  const name = `**${project === undefined ? 'all projects' : escapeMarkdown(project)}**`;
  const others = [branch, window, ...facts]
    .filter((fact) => fact !== undefined)
    .map(escapeMarkdown);
  return [name, ...others].join(', ');
}

/** Which executions were counted, if no source was requested and it is not obvious; nothing with `-q`. */
export function formatSourceLines(
  { defaultSource, localProjects = [] }: Pick<Subject, 'defaultSource' | 'localProjects'>,
  { quiet, colors, columns }: Pick<Look, 'quiet' | 'colors' | 'columns'>,
): string[] {
  const text = formatSource(defaultSource, localProjects);
  if (text === undefined || quiet) return [];
  return wrapText(text, columns).map((line) => colors.dim(line));
}

function formatSubjectFacts({ project, takenFrom, branch, window }: Subject): string[] {
  const from = takenFrom === undefined ? '' : ` (${takenFrom})`;
  const name = project === undefined ? 'all projects' : `${toTerminalLine(project)}${from}`;
  return branch === undefined ? [name, window] : [name, toTerminalLine(branch), window];
}

function formatSource(
  defaultSource: Source | undefined,
  localProjects: readonly string[],
): string | undefined {
  if (defaultSource === undefined) return undefined;
  if (defaultSource !== 'ci') return 'no executions from CI yet: local ones are counted';
  if (localProjects.length === 0) {
    return 'executions from CI only; --source all counts local ones too';
  }
  return `${explainLocalExecutions(localProjects)}; of other projects, those from CI`;
}

/** Which projects count their local executions, and why. */
export function explainLocalExecutions(projects: readonly string[]): string {
  const names = projects.map(toTerminalLine).join(', ');
  return `no executions from CI yet of ${names}: local ones are counted`;
}
