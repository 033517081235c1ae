import { joinServer } from '@svc/server/test/server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  differences,
  type Outcomes,
  type RanProject,
  reportedOutcomes,
  uploadedOutcomes,
} from './same-tests.ts';
import { joinShopServer, type ShopServer } from '../shop-server.ts';
import { SUITES } from './suites-with-reports.ts';

// Each framework is started again, and machines may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer(joinServer);
});

describe.each(SUITES)('$name', ({ makeProject, args, reports }) => {
  let project: RanProject;
  let reported: Outcomes;
  beforeAll(async () => {
    project = makeProject();
    reported = await reportedOutcomes(server, project, { args });
  });
  afterAll(() => project[Symbol.dispose]());

  it.each(reports)(
    'gives the same tests and outcomes by its $file, but for what that cannot hold',
    async ({ file, lost }) => {
      expect(reported.length).toBeGreaterThan(20);
      const uploaded = await uploadedOutcomes(server, project, file);
      expect(differences(reported, uploaded)).toEqual({
        reporterOnly: lost.map(([reporter]) => reporter).sort(),
        reportOnly: lost.map(([, report]) => report).sort(),
      });
    },
  );
});
