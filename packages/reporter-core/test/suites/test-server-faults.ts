import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ReporterOptions } from '@svc/reporter-core/options/options';
import { bareEnding, type Ending } from '../projects/bare-ending.ts';
import type { FixtureFolder } from '../projects/fixture-folder.ts';
import { type Finished, svcLines } from '../projects/run-command.ts';
import { type Project, runWith } from '../projects/sent-run.ts';
import { SERVER_FAULTS, startFaultyServers } from '../servers/server-faults.ts';
import { addressOfNobody, startSink } from '../servers/sink-server.ts';

type FaultProject = Project & FixtureFolder;

export interface ServerFaultCase {
  /** The name of the record of the run without our reporter. */
  name: string;
  /** Whether to run all cases. Otherwise only the case with every fault. */
  everyCase: boolean;
  /**
   * A project with tests that pass unless FIXTURE_FAILS is set, and one of our reporters for each of the options.
   */
  makeProject(reporters: readonly ReporterOptions[]): FaultProject;
  args?: readonly string[];
  /** The output and files of a run, without times, which differ from run to run. */
  report(run: Finished, project: FaultProject): string;
}

/** Tests that a run prints the same and ends the same as without our reporter, for every server fault. */
export function testServerFaults(settings: ServerFaultCase): void {
  const { name, everyCase, makeProject, args, report } = settings;
  const ending = ({ exitCode, signal, ...run }: Finished, project: FaultProject): Ending => {
    const output = report({ exitCode, signal, ...run }, project).replaceAll(project.folder, '');
    return { exitCode, signal, report: output };
  };
  const bare = async (): Promise<Ending> => {
    const recorded = await bareEnding(name, async () => {
      using project = makeProject([]);
      return ending(await project.run({ args }), project);
    });
    expect(recorded).toMatchObject({
      exitCode: 0,
      report: expect.stringMatching(/\b2 passed|"numPassedTests":2/),
    });
    return recorded;
  };

  // One run for all faults, with one reporter for each.
  it('prints the same and ends the same with any server fault, and reports it in one line', async () => {
    await using servers = await startFaultyServers();
    using project = makeProject(servers.urls.map((url) => ({ url })));
    const run = await runWith(project, '', { args, env: BUDGET });
    const lines = svcLines(run);
    expect(lines).toHaveLength(SERVER_FAULTS.length);
    for (const { line } of SERVER_FAULTS) {
      expect(lines).toContainEqual(expect.stringMatching(line));
    }
    expect(readdirSync(project.spoolFolder)).toHaveLength(SERVER_FAULTS.length);
    expect(ending(run, project)).toEqual(await bare());
  });

  if (!everyCase) return;

  it('prints the same and ends the same when all goes well', async () => {
    await using sink = await startSink();
    using project = makeProject([{}]);
    const run = await runWith(project, sink.url, { args });
    expect(sink.uploads).toHaveLength(1);
    expect(ending(run, project)).toEqual(await bare());
  });

  it('prints the same and ends the same without a key, and prints no line', async () => {
    await using sink = await startSink();
    using project = makeProject([{}]);
    const run = await project.run({ args, env: { SVC_URL: sink.url } });
    expect(svcLines(run)).toEqual([]);
    expect(sink.uploads).toEqual([]);
    expect(ending(run, project)).toEqual(await bare());
  });

  it('fails where a test does, though no server is there', async () => {
    using project = makeProject([{}]);
    const env = { ...BUDGET, FIXTURE_FAILS: '1' };
    const run = await runWith(project, await addressOfNobody(), { args, env });
    expect(svcLines(run)).toEqual([expect.stringMatching(/ not sent: connection refused /)]);
    expect(run.exitCode).toBe(1);
  });
}

// Short, so that the test does not wait long for any server.
const BUDGET = { SVC_UPLOAD_BUDGET_MS: '1500' };
