import type { Mutant } from '../mutant.ts';
import { ANALYSIS_MUTANTS } from './analysis.ts';
import { CLI } from './cli.ts';
import { DASHBOARD } from './dashboard.ts';
import { ACTION_MUTANTS, FORMAT_MUTANTS } from './formats-and-action.ts';
import { REPORTERS } from './reporters.ts';
import { SERVER_ACCESS } from './server-access.ts';
import { SERVER_DATA } from './server-data.ts';

/** Chosen from the source, without a look at the tests that would catch them. */
export const MUTANTS: readonly Mutant[] = [
  ...ANALYSIS_MUTANTS,
  ...FORMAT_MUTANTS,
  ...ACTION_MUTANTS,
  ...SERVER_ACCESS,
  ...SERVER_DATA,
  ...REPORTERS,
  ...CLI,
  ...DASHBOARD,
];
