import { labelledLines } from '../../../terminal/lines/labelled-lines.ts';
import { commandLines, hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { terminalJson } from '@svc/reporter-core/text/terminal-text';

export interface ShownEvent {
  event: string;
  summary: string;
}

/** Each event with what it reports. */
export function eventListText(events: readonly ShownEvent[], look: Look): string[] {
  const { colors, columns, quiet } = look;
  const width = Math.max(...events.map(({ event }) => event.length));
  const example = commandLines('What is sent:', 'svc webhooks events execution.failed', columns);
  return [
    ...events.flatMap(({ event, summary }) =>
      labelledLines(`${event.padEnd(width)}  `, summary, columns, colors.bold),
    ),
    ...(quiet ? [] : ['', ...example.map(colors.dim)]),
  ];
}

/** What one event reports, and an example of its body. */
export function eventExampleText(
  { summary, body }: { summary: string; body: unknown },
  { colors, columns, quiet }: Look,
): string[] {
  const heading = quiet ? [] : [...hangingLines(summary, columns).map(colors.bold), ''];
  return [...heading, ...terminalJson(body).split('\n')];
}
