import { terminalLine } from '../format/terminal-text.ts';
import type { Subject } from '../question.ts';
import { shellWord } from '../shell-word.ts';

export interface NothingFound extends Subject {
  serverUrl: string;
  /** If the project has no execution at all: the nearest existing name. */
  nearProject: string | undefined;
  /** The command without its flags, for a wider question: `svc flaky`. */
  command: string;
}

/** What to do next when no execution matches, which is where people stop. */
export function noExecutionsLines(found: NothingFound): string[] {
  const { project, isFiltered, window, serverUrl, command, nearProject } = found;
  const place = project === undefined ? '' : ` of ${terminalLine(project)}`;
  if (nearProject !== undefined) {
    const near = shellWord(terminalLine(nearProject));
    return [`No executions${place}.`, `Did you mean: ${command} --project ${near}`];
  }
  if (isFiltered) {
    return ['No executions match.', `Ask for more: ${command} --from 90d, or fewer flags`];
  }
  return [
    `No executions${place} (${window}).`,
    `Ask for more: ${command} --from 365d${project === undefined ? '' : ', or --all-projects'}`,
    '',
    'To send the first from a Vitest project:',
    '  npm install --save-dev @svc/vitest-reporter',
    "  in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }",
    `  SVC_URL=${serverUrl} SVC_API_KEY=svc_... npx vitest run`,
  ];
}
