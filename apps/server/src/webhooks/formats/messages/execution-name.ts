import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { toPlainLine } from '../texts/plain-text.ts';

interface NamedExecution {
  project: string;
  number: number;
  branch: string | null;
}

/** `acme/web #1842`. */
export function formatExecutionName({ project, number }: NamedExecution): string {
  return `${shortenText(toPlainLine(project), PROJECT_LENGTH, { keep: 'ends' })} #${number}`;
}

/** ` on main`, or nothing for an execution without a branch. */
export function formatOnBranch({ branch }: NamedExecution): string {
  const name = shortenText(toPlainLine(branch ?? ''), BRANCH_LENGTH, { keep: 'ends' });
  return name === '' ? '' : ` on ${name}`;
}

// Both and a few words fit into a title of 150 characters.
const PROJECT_LENGTH = 50;
const BRANCH_LENGTH = 60;
