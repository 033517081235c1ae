import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';

/** The pages at the dashboard's addresses until the dashboard exists: they say where to get the data. */
export async function pages(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  const { baseUrl } = deps.config;
  app.get('/', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    return `svc ${deps.version}\n\nThe dashboard is not built yet. The API is described at ${baseUrl}/api/docs\n`;
  });
  app.get<{ Params: { id: string } }>('/executions/:id', async (request, reply) => {
    const id = encodeURIComponent(request.params.id);
    reply.type('text/plain; charset=utf-8');
    return `The dashboard is not built yet. This execution is shown by

  svc executions show ${id}

and read, with an API key, from ${baseUrl}/api/executions/${id}
`;
  });
}
