/**
 * The clock of the reporters, the command and the action: only this file of the packages reads the machine's time.
 * Tests move the time of the whole process (`.config/test-setup/clock.ts`).
 */
export const clock = { now: (): Date => new Date() };
