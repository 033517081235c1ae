import { isErrno } from '@svc/reporter-core/text/unknown-value';

/** Sends a signal to the started process. */
export type Kill = (signal: NodeJS.Signals) => void;

/** A callback for one run. Calls `act` once, after the run has printed all of these words. */
export function onceSaid(
  words: readonly string[],
  act: (said: string, kill: Kill) => void,
): (text: string, kill: Kill) => void {
  let said = '';
  let hasActed = false;
  return (text, kill) => {
    said += text;
    if (hasActed || !words.every((word) => said.includes(word))) return;
    hasActed = true;
    act(said, kill);
  };
}

/** Sends SIGINT to the process group that the run has printed as `group <id>;`, as a terminal does for Ctrl-C. */
export function interruptGroup(said: string): void {
  const group = Number(/group (\d+);/.exec(said)?.[1]);
  try {
    process.kill(-group, 'SIGINT');
  } catch (error) {
    // Another call may have ended the group.
    if (!isErrno(error) || error.code !== 'ESRCH') throw error;
  }
}
