import type { Rule } from './judge-statement.ts';

/** The statements that may break a rule, by `file#function` of the server, and why. */
export const ACROSS_ORGANIZATIONS: Readonly<
  Record<string, { rules: readonly Rule[]; because: string }>
> = {};
