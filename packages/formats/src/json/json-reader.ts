import type { BatchCollector } from '../report-batch.ts';
import type { JsonListListener } from './json-list.ts';

/** Reads one tool's JSON report: the path of its long list, and the meaning of its parts. */
export interface JsonReader extends JsonListListener {
  listPath: readonly string[];
}

export type MakeJsonReader = (
  into: BatchCollector,
  sentPath: (path: string) => string,
) => JsonReader;
