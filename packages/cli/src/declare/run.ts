import type { Answer } from '../answer.ts';
import type { CommandContext, CommonFlags } from '../command-context.ts';

/** What a command does in its context. Bodies import their module, so that only what is asked for is loaded. */
export type Body = (context: CommandContext) => Promise<Answer>;

/** Runs a body with what every command has, prints its answer and keeps its exit status. */
export type Run = (flags: CommonFlags, body: Body) => Promise<void>;
