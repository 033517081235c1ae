import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { linkTo } from '../../people/mail/links.ts';
import { readConfig } from '../../config.ts';
import { logRequest } from './request-log.ts';

const CONFIG = readConfig({ SVC_SECRET: 'a secret that only the tests know, long enough' }, '/');

/** The paths that are logged for requests to these URLs. */
async function loggedPaths(urls: string[]): Promise<unknown[]> {
  const lines: string[] = [];
  const app = fastify({
    logger: { stream: { write: (line) => void lines.push(line) } },
    disableRequestLogging: true,
  });
  app.decorateRequest('principal', null);
  app.addHook('onResponse', logRequest);
  app.get('/*', () => 'the page');
  for (const url of urls) await app.inject(url);
  await app.close();
  return lines.map((line) => (JSON.parse(line) as { path: unknown }).path);
}

it('logs paths without their query', async () => {
  expect(await loggedPaths(['/executions?search=secret', '/'])).toEqual(['/executions', '/']);
});

it('logs links without what makes them valid', async () => {
  const id = '0198a0a0-0000-7000-8000-000000000001';
  const links = (['invitation', 'password-reset', 'sign-up'] as const).map(
    (purpose) => new URL(linkTo(CONFIG, purpose, id)).pathname,
  );
  expect(await loggedPaths([...links, `${links[1]}/`])).toEqual([
    `/invitations/${id}.…`,
    `/reset-password/${id}.…`,
    `/confirm-sign-up/${id}.…`,
    `/reset-password/${id}.…/`,
  ]);
});
