import {
  changedProject,
  deletedProject,
  projectChange,
  projectPage,
  projectQuery,
  projectsQuery,
} from '@svc/contract/projects';
import { adminProcedure, memberProcedure, router } from '../http/trpc/trpc.ts';
import { deleteProjectNamed, editProject, readProjectsPage } from './projects.service.ts';

export const projectsRouter = router({
  // Used by the dashboard.
  list: memberProcedure
    .meta({ data: true })
    .input(projectsQuery)
    .output(projectPage)
    .query(({ ctx, input }) => readProjectsPage(ctx.scope, input)),

  edit: adminProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/projects/{name}',
        tags: ['Projects'],
        summary: 'Choose the default branch of a project',
        description:
          'Requires an owner or admin. A chosen branch stays until another one is chosen. With null, the server chooses: the ' +
          'target branch of most pull requests among the newest executions, else main, master, or the branch with the most ' +
          'executions. The default branch does not change while all of these executions were uploaded with API keys that may ' +
          'not claim it.',
      },
    })
    .input(projectChange)
    .output(changedProject)
    .mutation(({ ctx, input }) => editProject(ctx.deps, ctx.scope, input)),

  delete: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/projects/{name}',
        tags: ['Projects'],
        summary: 'Delete a project permanently',
        description:
          'Requires an owner or admin; an API key cannot delete. Deletes the project with its executions, tests and ' +
          'artifacts. No answer contains the project once the call has returned, which takes about a second per thousand ' +
          'executions. Results, texts and files are erased within an hour. After an error, repeat the call: it continues ' +
          'where it stopped. A later upload with the same name creates a new project, whose executions are numbered from 1.',
      },
    })
    .input(projectQuery)
    .output(deletedProject)
    .mutation(({ ctx, input }) => deleteProjectNamed(ctx.deps, ctx.scope, input.name)),
});
