import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { EOL } from 'node:os';
import { withoutRunnerCommands } from '@svc/reporter-core/text/runner-commands';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import type { World } from './world.ts';

/** Where GitHub shows a message, and under which title. */
export interface MessagePlace {
  title?: string;
  file?: string;
  startLine?: number;
  startColumn?: number;
}

/**
 * GitHub's runner, as a step talks to it: inputs are variables, messages are lines of the log, answers are appended to
 * files.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export class Runner {
  /** How the step ends. */
  exitCode: 0 | 1 = 0;
  readonly #env: World['env'];
  readonly #stdout: World['stdout'];

  constructor({ env, stdout }: Pick<World, 'env' | 'stdout'>) {
    this.#env = env;
    this.#stdout = stdout;
  }

  /** Empty if the workflow does not set it. */
  input(name: string): string {
    return (this.#env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
  }

  /** One line of the log, whatever the text has: it may be from a report or a workflow's input. */
  info(text: string): void {
    this.#write(withoutRunnerCommands(terminalLine(text)));
  }

  /** A line of a list. */
  item(text: string): void {
    this.info(`- ${text}`);
  }

  error(message: string, place: MessagePlace = {}): void {
    this.#command('error', message, place);
  }

  warning(message: string, place: MessagePlace = {}): void {
    this.#command('warning', message, place);
  }

  notice(message: string, place: MessagePlace = {}): void {
    this.#command('notice', message, place);
  }

  /** Lets the step end as failed. It goes on. */
  fail(message: string): void {
    this.exitCode = 1;
    this.error(message);
  }

  /** Masks a text in the log from here on. */
  setSecret(secret: string): void {
    this.#command('add-mask', secret);
  }

  setOutput(name: string, value: string | number): void {
    this.#append('GITHUB_OUTPUT', assignment(name, String(value)));
  }

  /** Sets a variable for the steps that follow. */
  exportVariable(name: string, value: string): void {
    this.#append('GITHUB_ENV', assignment(name, value));
  }

  /** Adds Markdown to the summary of the job. */
  addSummary(text: string): void {
    this.#append('GITHUB_STEP_SUMMARY', text);
  }

  #command(name: string, message: string, place: MessagePlace = {}): void {
    const { title, file, startLine: line, startColumn: col } = place;
    const properties = Object.entries({ title, file, line, col })
      // Reports have lines and columns 0, and GitHub counts from 1.
      .filter(([, value]) => value !== undefined && value !== '' && value !== 0)
      .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
      .join(',');
    this.#write(`::${name}${properties && ` ${properties}`}::${escapeMessage(message)}`);
  }

  #write(line: string): void {
    this.#stdout.write(`${line}${EOL}`);
  }

  #append(variable: string, text: string): void {
    const path = this.#env[variable];
    if (!path) throw new Error(`${variable} is not set`);
    // The runner has made the file, and would not look for another one.
    if (!existsSync(path)) throw new Error(`${variable} is not there: ${path}`);
    appendFileSync(path, `${text}${EOL}`);
  }
}

/** A value may have lines. Nobody can guess the delimiter, so no value can end early and assign another name. */
function assignment(name: string, value: string): string {
  const delimiter = `delimiter_${randomUUID()}`;
  return `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
