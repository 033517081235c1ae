// The face of this room: what other rooms may use of it.
export { filtersRouter } from './filters/filters.router.ts';
export { listProjects } from './projects.queries.ts';
export { projectsRouter } from './projects.router.ts';
