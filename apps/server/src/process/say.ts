/* oxlint-disable no-console -- the one place that speaks to the person who starts the server */

/** Prints a line for the person at the terminal, in addition to the structured log. */
export function say(line: string): void {
  console.log(line);
}

export function sayError(line: string): void {
  console.error(line);
}
