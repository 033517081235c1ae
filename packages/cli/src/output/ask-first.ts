import { CommandError } from '../errors/exit.ts';
import { confirm } from './confirm.ts';
import type { Printer } from './print.ts';

export interface Deed {
  /** `Revoke CI for good?` */
  question: string;
  /** `revoking CI`: what needs --yes. */
  doing: string;
  /** `revoked`: what did not happen. */
  done: string;
  /** The command as typed, without --yes. */
  command: string;
}

/** @throws CommandError unless a person at a terminal agrees. */
export async function askFirst(
  { activity }: Printer,
  { question, doing, done, command }: Deed,
): Promise<void> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) {
    throw new CommandError(`${doing} needs --yes without a terminal`, `${command} --yes`);
  }
  const isAgreed = await activity.pausedDuring(() => confirm(question, { input, output }));
  if (!isAgreed) throw new CommandError(`nothing was ${done}`, `answer y, or write --yes`, 130);
}
