/* oxlint-disable no-restricted-globals -- gives each job a process of its own, as `@actions/core` sees it */
import { AsyncLocalStorage } from 'node:async_hooks';

type Environment = Record<string, string | undefined>;

/** What a job in this process may read and write of `process`. */
interface JobProcess {
  env: Environment;
  stdout: { write(text: string): boolean };
  exitCode: number;
}

const jobs = new AsyncLocalStorage<JobProcess>();

/** Runs a step as if it had a process of its own. Several may run at the same time. */
export async function runInProcess(
  env: Environment,
  step: () => Promise<void> | void,
): Promise<{ exitCode: number; log: string }> {
  let log = '';
  const stdout = { write: (text: string) => (log += text) !== '' };
  const job: JobProcess = { env: { ...env }, stdout, exitCode: 0 };
  await jobs.run(job, async () => step());
  return { exitCode: job.exitCode, log };
}

globalThis.process = new Proxy(process, {
  get: (target, name) => Reflect.get(ofJob(name) ?? target, name),
  set: (target, name, value) => Reflect.set(ofJob(name) ?? target, name, value),
});

function ofJob(name: string | symbol): JobProcess | undefined {
  const job = jobs.getStore();
  return job !== undefined && name in job ? job : undefined;
}
