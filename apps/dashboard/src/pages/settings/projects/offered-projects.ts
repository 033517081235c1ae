/** The names that a field of projects offers: first those that are chosen and not known, then the known ones. */
export function listOfferedProjects(known: readonly string[], chosen: readonly string[]): string[] {
  // A chosen project may be on a later page of the list, or deleted.
  const missing = chosen.filter((name) => !known.includes(name));
  return [...missing, ...known];
}
