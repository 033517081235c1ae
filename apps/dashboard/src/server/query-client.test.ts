import { SvcClientError } from '@svc/client';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient, retryNow } from './query-client.ts';

it('asks at once for what waits for its next attempt, also before any answer', async () => {
  const client = new QueryClient();
  let attempts = 0;
  const answer = client.fetchQuery({
    queryKey: ['waiting'],
    queryFn: async () => {
      attempts += 1;
      if (attempts === 1) throw new SvcClientError('UNREACHABLE', 'No connection.');
      return Promise.resolve('here');
    },
    retry: true,
    retryDelay: 60_000,
  });
  await expect
    .poll(() => client.getQueryState(['waiting'])?.fetchFailureCount, { timeout: 2_000 })
    .toBe(1);
  await retryNow(client);
  expect(await answer).toBe('here');
  expect(attempts).toBe(2);
});

it('leaves alone what is asked for the first time', async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<string>();
  let attempts = 0;
  const answer = client.fetchQuery({
    queryKey: ['slow'],
    queryFn: () => {
      attempts += 1;
      return promise;
    },
  });
  await retryNow(client);
  resolve('here');
  expect(await answer).toBe('here');
  expect(attempts).toBe(1);
});

it('asks again what the user may do after a refused change', async () => {
  const permissions = [['account', 'get'], { type: 'query' }];
  const other = [['executions', 'list'], { type: 'query' }];
  queryClient.setQueryData(permissions, { role: 'admin' });
  queryClient.setQueryData(other, { items: [] });
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.reject(new SvcClientError('FORBIDDEN', 'Only admins may do this.')),
  });
  await expect(change.execute(undefined)).rejects.toThrow('Only admins');
  expect(queryClient.getQueryState(permissions)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(other)?.isInvalidated).toBe(false);
  queryClient.clear();
});
