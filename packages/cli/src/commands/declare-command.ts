import type { Command } from 'commander';
import type { CommandContext, CommonFlags } from '../context/command-context.ts';
import type { Answer } from '../output/answer.ts';

/** Adds to a command of svc its description, arguments, flags, examples and action, which calls `run`. */
export type DeclareCommand = (command: Command, run: Run) => void;

/** Runs a body in the common context, prints its answer and stores its exit status. */
export type Run = (flags: CommonFlags, body: Body) => Promise<void>;

/** What a command does. */
export type Body = (context: CommandContext) => Promise<Answer>;
