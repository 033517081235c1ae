/** One status of an operation: its code, what it means, and what the client should do. */
export type StatusRow = readonly [status: number, meaning: string, whatToDo: string];

/** A Markdown table of an operation's statuses, for its description in the OpenAPI document. */
export function statusTable(rows: readonly StatusRow[]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  return ['| status | meaning | what to do |', '| --- | --- | --- |', ...lines].join('\n');
}
