import { buildApp } from './app.ts';
import { startJobs } from './background/jobs.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Databases } from './db/connections/databases.ts';
import type { Store } from './db/store.ts';
import { createSystemDeps } from './deps.ts';
import { bootstrap } from './process/bootstrap.ts';
import { DatabaseClock } from './process/database-clock.ts';
import { say, sayError } from './process/say.ts';
import { checkSharedSettings } from './process/shared-settings.ts';
import { countOpenRequests, type Opened } from './process/shutdown.ts';

/** Starts what answers requests and works in the background, and notes it in `opened` as soon as it must be stopped. */
export async function serve(config: Config, store: Store, opened: Opened): Promise<void> {
  const { databases, databaseTrouble } = store;
  const deps = {
    ...(await createSystemDeps(config, databases)),
    clock: await openClock(config, databases),
    databaseTrouble,
  };
  for (const line of await checkSharedSettings(deps)) sayError(`svc: ${line}`);
  const readyLines = await bootstrap(deps);
  const app = await buildApp(deps);
  opened.app = app;
  opened.openRequests = countOpenRequests(app.server);
  opened.jobs = startJobs(deps, {
    info: (message) => app.log.info(message),
    error: (error, job) => app.log.error({ err: error, job }, `the job '${job}' failed`),
  });
  await app.listen({ host: config.host, port: config.port });
  for (const line of readyLines) say(line);
}

/** The embedded database is on this machine, and has its clock. */
async function openClock({ clock, databaseUrl }: Config, { essential }: Databases): Promise<Clock> {
  if (clock === 'machine' || databaseUrl === null) return systemClock;
  const databaseClock = new DatabaseClock({ database: essential, warn: sayError });
  await databaseClock.adjust();
  databaseClock.keepAdjusting();
  return databaseClock;
}
