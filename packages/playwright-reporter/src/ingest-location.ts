import type { Location as PlaywrightLocation } from '@playwright/test/reporter';
import type { Location } from '@svc/contract/test-errors';

export function ingestLocation(
  { file, line, column }: PlaywrightLocation,
  sentPath: (path: string) => string,
): Location {
  return { file: sentPath(file), line, column };
}
