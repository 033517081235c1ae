import type { Site } from './site.ts';

/** Calls the REST API with the site's key. @throws Error with the answer of a refusal. */
export async function callApi<T>(
  { url, apiKey }: Pick<Site, 'url' | 'apiKey'>,
  path: string,
  method: 'GET' | 'POST' | 'DELETE',
  body: unknown = {},
): Promise<T> {
  const sent =
    method === 'POST'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers: {} };
  const response = await fetch(`${url}/api/${path}`, {
    method,
    ...sent,
    headers: { authorization: `Bearer ${apiKey}`, ...sent.headers },
  });
  if (!response.ok) throw new Error(`${method} ${path} failed: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}
