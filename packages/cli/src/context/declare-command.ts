import type { Command } from 'commander';
import type { CommandContext, CommonFlags } from './command-context.ts';
import type { Answer } from '../terminal/answer.ts';

/** Adds to a command of svc its description, arguments, flags, examples and action, which calls `run`. */
export type DeclareCommand = (command: Command, run: Run) => void;

/** Runs a body in the common context, prints its answer and stores its exit status. */
export type Run = (flags: CommonFlags, body: Body) => Promise<void>;

/** What a command does. */
export type Body = (context: CommandContext) => Promise<Answer>;

/** A line of `svc --help`, and the file of the command, which is loaded only if the command is typed. */
export interface ListedCommand {
  name: string;
  /** As `svc --help` shows them: `<base> <head>`. */
  args?: string;
  summary: string;
  load: () => Promise<DeclareCommand>;
}
