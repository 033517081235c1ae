import { Command } from 'commander';
import {
  parseDatabaseUrl,
  parseMomentUntil,
  parseServerUrl,
  parseWholeNumber,
} from './command/cli-options.ts';
import { runSeed, type SeedOptions } from './command/run-seed.ts';
import { chooseUploadTarget } from './command/upload-target.ts';
import { SeedError } from './seed-error.ts';
import { systemClock } from '@svc/server/operations';

const now = systemClock.now();

const program = new Command('pnpm seed')
  .description(
    'Fills a server with a realistic history of test runs: projects, branches, commits, shards, flaky tests of known rates, regressions, outages. The same options give the same history.',
  )
  .option(
    '--results <n>',
    'approximate number of results, such as 1e5',
    parseWholeNumber(100, 1e8),
    50_000,
  )
  .option('--seed <n>', 'number that the history depends on', parseWholeNumber(0, 2 ** 32 - 1), 1)
  .option('--days <n>', 'length of the history in days', parseWholeNumber(1, 3_650), 90)
  .option('--end <date>', 'last day or moment (default: this full hour)', parseMomentUntil(now))
  .option(
    '--tests <n>',
    'tests that exist at the same time (default: by --results)',
    parseWholeNumber(1, 1e7),
  )
  .option('--projects <n>', 'projects (default: by --tests, up to 10)', parseWholeNumber(1, 1_000))
  .option('--branches <n>', 'branches per project, including main', parseWholeNumber(1, 10_000), 20)
  .option('--url <url>', 'upload to this server (with --api-key, default: SVC_URL)', parseServerUrl)
  .option(
    '--api-key <key>',
    'API key of the server (with --url, default: SVC_API_KEY); other users of this machine can see it here',
  )
  .option(
    '--database-url <url>',
    'write into this database by COPY instead of uploading, for large histories',
    parseDatabaseUrl,
  )
  .option(
    '--data-dir <dir>',
    'like --database-url, for the embedded database of a server that runs on this directory',
  )
  .option('--truth <file>', 'write the truth about the history to this file, as JSON')
  .addHelpText(
    'after',
    `
Without --url and --api-key, the history goes into a new organization "Demo" of the server that
runs on this machine with its embedded database, also if SVC_URL and SVC_API_KEY are set. To delete it:
  pnpm svc-admin organizations delete Demo --yes

Examples:
  pnpm seed                            50,000 results into the organization Demo
  pnpm seed --results 5e3 --days 14    a small history
  pnpm seed --results 1e7 --data-dir .svc`,
  )
  .showSuggestionAfterError()
  .showHelpAfterError('(pnpm seed --help lists all options)')
  .allowExcessArguments(false)
  .action(async (options: Omit<SeedOptions, 'end' | 'url'> & { end?: Date; url?: string }) => {
    const lines = await runSeed(
      {
        ...options,
        end: options.end ?? roundDownToHour(now),
        ...chooseUploadTarget(options, process.env),
      },
      process.stderr,
    );
    process.stdout.write(`${lines.join('\n')}\n`);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof SeedError)) throw error;
  process.stderr.write(`seed: ${error.message}\n`);
  process.exitCode = 1;
}

/** Rounds down to the hour, so that the same command soon afterwards makes the same history. */
function roundDownToHour(at: Date): Date {
  const hourMs = 60 * 60 * 1000;
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}
