import { type ExecutionDetail, executionDetail } from '@svc/contract/executions/executions';

/** The only execution on a server. Fails if there are none or several. */
export async function readOnlyExecution(server: {
  url: string;
  apiKey: string;
}): Promise<ExecutionDetail> {
  const page = await get<{ items: { id: string }[] }>(server, '/api/executions');
  const [only, ...others] = page.items;
  if (only === undefined || others.length > 0) {
    throw new Error(`expected one execution, found ${page.items.length}`);
  }
  return executionDetail.parse(await get(server, `/api/executions/${only.id}`));
}

async function get<Data>(
  { url, apiKey }: { url: string; apiKey: string },
  path: string,
): Promise<Data> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${apiKey}` } });
  const { data }: { data: Data } = JSON.parse(await response.text());
  return data;
}
