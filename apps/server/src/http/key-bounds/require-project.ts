import type { Principal } from '../../principal.ts';
import { SvcError } from '../../errors.ts';
import { listNames } from './list-names.ts';

/** The names of the projects that a request may see; null: every project. */
export function findBoundProjects(principal: Principal | null): string[] | null {
  return principal?.kind === 'apiKey' ? (principal.bounds?.projects ?? null) : null;
}

/**
 * Keeps a key that is bound to projects from reading others.
 * @throws SvcError FORBIDDEN for another project, whether or not there is one with this name.
 */
export function requireReadableProject(principal: Principal | null, project: string): void {
  const projects = findBoundProjects(principal);
  if (principal === null || projects === null || projects.includes(project)) return;
  throw new SvcError(
    'FORBIDDEN',
    `The API key '${principal.name}' may only read from ${formatProjects(projects)}, and this request names '${project}'.`,
    { hint: 'Use a key that may read from this project.' },
  );
}

/** `the project 'web'`, `the projects 'api' and 'web'`. */
export function formatProjects(projects: readonly string[]): string {
  return `the project${projects.length === 1 ? '' : 's'} ${listNames(projects)}`;
}
