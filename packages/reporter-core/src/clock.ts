/** The clock of the reporters, the command and the action. Nothing else in the packages reads the machine's time. */
export const clock = {
  now: (): Date => new Date(),
  /** Milliseconds since 1970, for deadlines and durations. */
  nowMs: (): number => Date.now(),
};
