import type { Answer } from '../output/answer.ts';
import type { CommandContext, CommonFlags } from '../context/command-context.ts';

/** A command's action. Bodies import their modules, so that only the needed ones are loaded. */
export type Body = (context: CommandContext) => Promise<Answer>;

/** Runs a body in the common context, prints its answer and stores its exit status. */
export type Run = (flags: CommonFlags, body: Body) => Promise<void>;
