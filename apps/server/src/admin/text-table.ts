/**
 * Lines of a table whose columns are as wide as their widest cell. The first row is the heading. Control characters are
 * replaced: others chose many of the names, and a terminal would obey them.
 */
export function formatTable(given: string[][]): string[] {
  const rows = given.map((cells) => cells.map((cell) => cell.replaceAll(/\p{Cc}/gu, '\ufffd')));
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
