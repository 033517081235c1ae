/** A page's address with some values changed. `undefined` takes a value out. */
export function changeSearch<Search extends object>(
  search: Search,
  changes: Partial<Search>,
): Search {
  const entries = Object.entries({ ...search, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Search;
}
