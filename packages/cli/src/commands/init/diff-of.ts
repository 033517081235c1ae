import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { relative } from 'node:path';
import type { FileChange } from './framework-change.ts';

/** The changes as one unified diff, which `git apply` and `patch` read. */
export function diffOf(changes: readonly FileChange[], directory: string): string {
  return changes
    .map(({ path, before, after }) => {
      const name = relative(directory, path).replaceAll('\\', '/');
      const from = before === undefined ? '/dev/null' : `a/${name}`;
      return createTwoFilesPatch(from, `b/${name}`, before ?? '', after, undefined, undefined, {
        context: 3,
        headerOptions: FILE_HEADERS_ONLY,
      });
    })
    .join('');
}
