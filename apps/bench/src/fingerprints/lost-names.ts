import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';

/** A message about a name in a program, with `X` for the name. */
export interface LostNames {
  message: string;
  /** Names that were measured. */
  names: number;
  /** Names that the fingerprint's pattern does not hold, because they look like an id. */
  lost: string[];
}

const MESSAGES = [
  'TypeError: X is not a function',
  'ReferenceError: X is not defined',
  "error TS2339: Property 'X' does not exist on type 'Cart'.",
];

/** Measures which of the names that installed packages export would be masked in such messages. */
export function measureLostNames(): LostNames[] {
  const names = listExportedNames();
  return MESSAGES.map((message) => ({
    message,
    names: names.length,
    lost: names.filter((name) => !computePattern(message, name).includes(name)),
  }));
}

function computePattern(message: string, name: string): string {
  return computeFingerprint({ message: message.replace('X', () => name) }).pattern;
}

const PACKAGES = fileURLToPath(new URL('../../../../node_modules/.pnpm', import.meta.url));
const EXPORTED =
  /\bexport (?:declare |abstract |async )*(?:function|const|class|interface|type|enum|let|namespace) ([A-Za-z_$][\w$]*)/g;

function listExportedNames(): string[] {
  const files = globSync('*/node_modules/{*,@*/*}/**/*.d.ts', { cwd: PACKAGES });
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(join(PACKAGES, file), 'utf8').matchAll(EXPORTED),
      ([, name = '']) => name,
    ),
  );
  return [...new Set(found)];
}
