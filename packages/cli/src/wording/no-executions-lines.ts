import { wrapCommand, wrapFacts, wrapText } from '../terminal/lines/wrapped-lines.ts';
import type { Look } from '../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Subject } from '../asking/question.ts';
import { quoteShellWord } from '../errors/proposed-command.ts';
import { formatHeadingLines } from './heading-line.ts';

export interface NothingFound extends Subject {
  serverUrl: string;
  /** If the project has no execution at all: the nearest existing name. */
  nearProject: string | undefined;
  /** The command without its flags, for a wider question: `svc flaky`. */
  command: string;
}

/** The subject of the answer, then what to do next. Says that local executions were left out, but not that they count. */
export function formatNothingFound(
  found: NothingFound,
  look: Look,
  facts: readonly string[] = [],
): string[] {
  const defaultSource = found.defaultSource === 'ci' ? 'ci' : undefined;
  const heading = formatHeadingLines({ ...found, defaultSource }, look, facts);
  return [...heading, ...formatNoExecutions(found, look)];
}

/** What to do next when no execution matches, which is where people stop. */
export function formatNoExecutions(found: NothingFound, { columns }: Look): string[] {
  const { project, isFiltered, window, serverUrl, command, nearProject } = found;
  const place = project === undefined ? '' : ` of ${toTerminalLine(project)}`;
  if (nearProject !== undefined) {
    const near = quoteShellWord(toTerminalLine(nearProject));
    return [
      ...wrapText(`No executions${place}.`, columns),
      ...wrapCommand('Did you mean:', `${command} --project ${near}`, columns),
    ];
  }
  if (isFiltered) {
    return [
      'No executions match.',
      ...wrapFacts(
        ['Widen the search:', `${command} --from 90d,`, 'or use fewer flags'],
        ' ',
        columns,
      ),
    ];
  }
  return [
    ...wrapText(`No executions${place} (${window}).`, columns),
    ...wrapFacts(
      project === undefined
        ? ['Widen the search:', `${command} --from 365d`]
        : ['Widen the search:', `${command} --from 365d,`, 'or use --all-projects'],
      ' ',
      columns,
    ),
    '',
    'To send the first from a Vitest project:',
    '  npm install --save-dev @svc/vitest-reporter',
    "  in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }",
    `  SVC_URL=${serverUrl} SVC_API_KEY=svc_... npx vitest run`,
  ];
}
