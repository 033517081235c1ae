import {
  changedProject,
  deletedProject,
  projectChange,
  projectPage,
  projectQuery,
  projectsQuery,
} from '@svc/contract/projects';
import { adminProcedure, memberProcedure, router } from '../http/trpc/trpc.ts';
import { deleteProjectNamed, editProject, pageOfProjects } from './projects.service.ts';

export const projectsRouter = router({
  // For the dashboard.
  list: memberProcedure
    .input(projectsQuery)
    .output(projectPage)
    .query(({ ctx, input }) => pageOfProjects(ctx.scope, input)),

  edit: adminProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/projects/{name}',
        tags: ['Projects'],
        summary: 'Choose the default branch of a project',
        description:
          'For owners and admins. A chosen branch stays until another is chosen. With null, the default branch is that of ' +
          'most pull requests of the newest executions, or main, master, or the branch with most executions; it stays ' +
          'if all of these are of API keys that may not claim the default branch.',
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
        summary: 'Permanently delete a project with its executions, tests and artifacts',
        description:
          'For owners and admins: an API key cannot delete. It is gone from every answer when the call returns, which takes ' +
          'about a second for a thousand executions; results, texts and files are erased within the hour. After an error, ' +
          'repeat the call: it goes on where it ended. A later upload with the name makes a new project, whose executions ' +
          'count from 1.',
      },
    })
    .input(projectQuery)
    .output(deletedProject)
    .mutation(({ ctx, input }) => deleteProjectNamed(ctx.deps, ctx.scope, input.name)),
});
