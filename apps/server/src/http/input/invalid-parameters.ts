import { findNearest } from '@svc/contract/zod-free/nearest';
import type { z } from 'zod';
import type { SvcError } from '../../errors.ts';
import { buildInvalidInputError } from './invalid-input.ts';

/**
 * The error for invalid parameters: as for other input, but an unknown parameter lists the known ones, and a repeated
 * parameter reports how often it occurs.
 */
export function buildInvalidParametersError(
  issues: readonly z.core.$ZodIssue[],
  { schema, input }: { schema: z.ZodObject; input: unknown },
): SvcError {
  const known = Object.keys(schema.shape);
  return buildInvalidInputError(
    issues.flatMap((issue): z.core.$ZodIssue[] => {
      const [name] = issue.path;
      if (issue.code === 'unrecognized_keys' && name === undefined) {
        return issue.keys.map((key) => buildIssue(key, describeUnknownParameter(key, known)));
      }
      if (issue.path.length !== 1 || !SPEAKS_OF_ONE_VALUE.has(issue.code)) return [issue];
      const times = countTimesGiven(input, String(name));
      return [
        times > 1 ? buildIssue(String(name), `Expected one value, received ${times}`) : issue,
      ];
    }),
  );
}

// zod's issue codes for an array where one text, number or choice is expected.
const SPEAKS_OF_ONE_VALUE = new Set<z.core.$ZodIssue['code']>(['invalid_type', 'invalid_value']);

function countTimesGiven(input: unknown, name: string): number {
  const value: unknown = Object.entries(input ?? {}).find(([key]) => key === name)?.[1];
  return Array.isArray(value) ? value.length : 1;
}

function buildIssue(name: string, message: string): z.core.$ZodIssue {
  return { code: 'custom', path: [name], message };
}

// British: no comma before the "and".
const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function describeUnknownParameter(name: string, known: readonly string[]): string {
  const near = findNearest(name, known);
  const question = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return `Unknown parameter.${question} There are ${LIST.format(known)}`;
}
