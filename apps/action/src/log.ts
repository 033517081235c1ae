import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';
import { info } from '@actions/core';
import { withoutRunnerCommands } from '@svc/reporter-core/text/runner-commands';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { World } from './world.ts';

/** Writes one line to the log. The text may be from a report: no part of it becomes a command of the runner. */
export function writeLine(text: string): void {
  info(withoutRunnerCommands(toTerminalLine(text)));
}

/** Writes one line of a list to the log. */
export function writeItem(text: string): void {
  writeLine(`- ${text}`);
}

/** Adds Markdown to the summary of the job, if the runner has one. */
export function addSummary({ GITHUB_STEP_SUMMARY: file }: World['env'], text: string): void {
  if (file) appendFileSync(file, `${text}${EOL}`);
}
