import type { Command } from 'commander';
import type { Invocation, CommonFlags } from './invocation.ts';
import type { Answer } from '../terminal/answer.ts';

/** Adds to a command of svc its description, arguments, flags, examples and action, which calls `run`. */
export type DeclareCommand = (command: Command, run: Run) => void;

/**
 * Runs the body of a typed command, prints its answer and stores its exit status. Refuses flags of
 * the noun that a command of it does not have itself.
 */
export type Run = <Flags extends object>(command: Command, body: Body<Flags>) => Promise<void>;

/** What a command does with its flags. */
export type Body<Flags> = (invocation: Invocation, flags: Flags & CommonFlags) => Promise<Answer>;

/** A line of `svc --help`, and the file of the command, which is loaded only if the command is typed. */
export interface ListedCommand {
  name: string;
  /** As `svc --help` shows them: `<base> <head>`. */
  args?: string;
  summary: string;
  load: () => Promise<DeclareCommand>;
}
