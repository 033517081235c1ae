import { executionDetail } from '@svc/contract/executions/executions';
import type { FixtureFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import type { Finished, RunSettings } from '@svc/reporter-core/test/projects/run-command.ts';
import type { ShopServer } from '../shop-server.ts';

export interface RanProject extends FixtureFolder {
  run(settings?: RunSettings): Promise<Finished>;
}

/** Test ids and outcomes of one execution: `9f… passed src/cart.test.js "cart" "adds up"`, sorted. */
export type Outcomes = string[];

/** Runs a project with our own reporter, which its configuration names, and gives what the server then knows. */
export async function reportedOutcomes(
  server: ShopServer,
  project: RanProject,
  settings: RunSettings,
): Promise<Outcomes> {
  const { stderr } = await project.run({
    ...settings,
    env: { SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'same', ...settings.env },
  });
  const id = /\/executions\/([0-9a-f-]{36})/.exec(stderr)?.[1];
  if (id === undefined) throw new Error(`the reporter sent nothing:\n${stderr}`);
  return outcomesOf(server, id);
}

/** Uploads a report that the same run has left in the project's folder, and gives what the server then knows. */
export async function uploadedOutcomes(
  server: ShopServer,
  project: RanProject,
  file: string,
): Promise<Outcomes> {
  const run = await server.svc(['upload', file, '--project', 'same', '--json'], {
    directory: project.folder,
  });
  if (run.status !== 0) throw new Error(`svc upload failed:\n${run.stderr}${run.stdout}`);
  const data: { sent: { executionId: string } } = JSON.parse(run.stdout);
  return outcomesOf(server, data.sent.executionId);
}

/** What only the one and what only the other knows; nothing where both say the same. */
export function differences(reported: Outcomes, uploaded: Outcomes) {
  return {
    reporterOnly: without(reported, uploaded).map(withoutId).sort(),
    reportOnly: without(uploaded, reported).map(withoutId).sort(),
  };
}

async function outcomesOf(server: ShopServer, id: string): Promise<Outcomes> {
  const { results } = executionDetail.parse(await server.data(`executions/${id}`));
  return results
    .map(({ testId, status, flaky, file, titlePath, variant }) => {
      const titles = titlePath.map((title) => JSON.stringify(title));
      const words = [testId, flaky ? 'flaky' : status, file, ...titles];
      return [...words, ...(variant === null ? [] : [`[${variant}]`])].join(' ');
    })
    .sort();
}

/** As often as it is in the one more than in the other: titles may come twice. */
function without(these: Outcomes, those: Outcomes): Outcomes {
  const left = [...those];
  return these.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function withoutId(line: string): string {
  return line.slice(line.indexOf(' ') + 1);
}
