/* oxlint-disable no-console -- the only module that prints to the terminal of the person who starts the server */

/** Prints a line for the person at the terminal, in addition to the structured log. */
export function say(line: string): void {
  console.log(line);
}

export function sayError(line: string): void {
  console.error(line);
}
