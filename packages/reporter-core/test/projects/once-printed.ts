import { isErrno } from '@svc/reporter-core/text/unknown-value';

/** Sends a signal to the started process. */
export type Kill = (signal: NodeJS.Signals) => void;

/** A callback for one run. Calls `act` once, after the run has printed all of these words. */
export function oncePrinted(
  words: readonly string[],
  act: (output: string, kill: Kill) => void,
): (text: string, kill: Kill) => void {
  let output = '';
  let hasActed = false;
  return (text, kill) => {
    output += text;
    if (hasActed || !words.every((word) => output.includes(word))) return;
    hasActed = true;
    act(output, kill);
  };
}

/** Sends SIGINT to the process group that the run has printed as `group <id>;`, as a terminal does for Ctrl-C. */
export function interruptGroup(output: string): void {
  const group = Number(/group (\d+);/.exec(output)?.[1]);
  try {
    process.kill(-group, 'SIGINT');
  } catch (error) {
    // Another call may have ended the group.
    if (!isErrno(error) || error.code !== 'ESRCH') throw error;
  }
}
