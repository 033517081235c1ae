import { CommandError } from '../../errors/exit.ts';
import { confirm } from './confirm.ts';
import type { World } from '../../world.ts';
import type { Printer } from '../print.ts';

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
  { printer, world }: { printer: Printer; world: World },
  { question, doing, done, command }: Deed,
): Promise<void> {
  const { stdin: input, stderr: output } = world;
  if (input.isTTY !== true) {
    throw new CommandError(`${doing} needs --yes without a terminal`, `${command} --yes`);
  }
  const isAgreed = await printer.activity.pausedDuring(() => confirm(question, { input, output }));
  if (!isAgreed) throw new CommandError(`nothing was ${done}`, `answer y, or write --yes`, 130);
}
