import { createSvcClient, SvcClientError } from '@svc/client';

const client = createSvcClient({
  url: 'http://localhost:4400',
  apiKey: process.env['SVC_API_KEY'],
});
try {
  const { items } = await client.executions.list.query({ branch: 'main', status: ['failed'] });
  console.log(items.map(({ number, totals }) => `#${number}: ${totals.failed} failed`));
} catch (error) {
  if (error instanceof SvcClientError) console.error(error.code, error.message, error.requestId);
  else throw error;
}
