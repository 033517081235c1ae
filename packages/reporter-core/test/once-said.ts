import { isErrno } from '@svc/reporter-core/text/is-errno';

/** Ends the process that was started. */
export type Kill = (signal: NodeJS.Signals) => void;

/** For one run: acts once, as soon as it has printed each of these words. */
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

/** As a terminal sends Ctrl-C: to every process of the group that the run has named with `group <id>;`. */
export function interruptGroup(said: string): void {
  const group = Number(/group (\d+);/.exec(said)?.[1]);
  try {
    process.kill(-group, 'SIGINT');
  } catch (error) {
    // Of several the first one may have ended it.
    if (!isErrno(error) || error.code !== 'ESRCH') throw error;
  }
}
