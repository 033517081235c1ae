import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresPair, type PostgresPair } from '@svc/server/operations';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { readCatalogue, type Catalogue } from '../reads/catalogue.ts';
import { Draw } from '../reads/draw.ts';
import { ENDPOINTS } from '../reads/endpoints.ts';
import { generateReads } from '../reads/generate-reads.ts';
import { seedDatabase } from '../reads/seeded-folder.ts';
import {
  alignColumns,
  computePercentile,
  printLines,
  printProgress,
  type BenchRow,
} from '../report.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { keepUploading } from '../uploads/keep-uploading.ts';

interface Setup {
  servers: number;
  hasReplica: boolean;
}

const SETUPS: Setup[] = [
  { servers: 1, hasReplica: false },
  { servers: 2, hasReplica: false },
  { servers: 4, hasReplica: false },
  { servers: 1, hasReplica: true },
  { servers: 2, hasReplica: true },
  { servers: 4, hasReplica: true },
];

const RESULTS = 100_000;
const CLIENTS = 20;
const REQUESTS = 600;
const WARM_UPS = 120;
const SEED = 4;

/**
 * Measures 20 clients that ask all GET endpoints of one, two and four servers in turn, beside an upload a second: with
 * one Postgres, and with a replica of it. Everything is on this machine, so more servers share its cores: the table can
 * show that they do not get in each other's way, and not how far they scale.
 */
export async function runServersBench(): Promise<BenchRow[]> {
  const pair = await startPostgresPair();
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-servers-'));
  try {
    printProgress(`servers: seeding ${RESULTS} results`);
    const catalogue = await prepare(pair, folder);
    const figures: Figures[] = [];
    for (const setup of SETUPS) {
      const measured = await measureSetup(setup, { pair, folder, catalogue });
      printProgress(`servers: ${describeSetup(setup)}: p95 ${measured.p95Ms.toFixed(0)} ms`);
      figures.push(measured);
    }
    printLines(formatTable(figures));
    return figures.flatMap(toRows);
  } finally {
    await pair.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  pair: PostgresPair;
  /** The storage that the servers share. */
  folder: string;
  catalogue: Catalogue;
}

interface Figures {
  setup: Setup;
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
}

async function prepare(pair: PostgresPair, folder: string): Promise<Catalogue> {
  const server = await startServer({ servers: 1, hasReplica: false }, { pair, folder });
  try {
    await seedDatabase(pair.primaryUrl, RESULTS);
    return await readCatalogue(server);
  } finally {
    await server.stop();
  }
}

function startServer(
  { hasReplica }: Setup,
  { pair, folder }: Omit<Place, 'catalogue'>,
): Promise<ServerProcess> {
  return startServerProcess(folder, {
    DATABASE_URL: pair.primaryUrl,
    SVC_SECRET: 'the secret of the servers of this benchmark',
    ...(hasReplica ? { DATABASE_READ_URL: pair.replicaUrl } : {}),
  });
}

async function measureSetup(setup: Setup, place: Place): Promise<Figures> {
  await place.pair.caughtUp();
  const servers: ServerProcess[] = [];
  try {
    for (let index = 0; index < setup.servers; index++) {
      servers.push(await startServer(setup, place));
    }
    const [first, ...others] = servers;
    if (first === undefined) throw new Error('a setup has at least one server');
    const draw = new Draw(place.catalogue, createSeededRandom(SEED));
    const paths = Array.from(
      { length: WARM_UPS + REQUESTS },
      () => draw.pick(ENDPOINTS).draw(draw).path,
    );
    const stopUploads = keepUploading(servers);
    const [latenciesMs = []] = await generateReads(
      first,
      [{ paths, warmUps: WARM_UPS, atOnce: CLIENTS }],
      others,
    );
    await stopUploads();
    return {
      setup,
      p50Ms: computePercentile(latenciesMs, 0.5),
      p95Ms: computePercentile(latenciesMs, 0.95),
      // Each client sends its next request when it has the answer.
      perSecond: (CLIENTS * 1_000) / computeMean(latenciesMs),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function describeSetup({ servers, hasReplica }: Setup): string {
  return `${servers} ${servers === 1 ? 'server' : 'servers'}${hasReplica ? ' and a replica' : ''}`;
}

function formatTable(figures: readonly Figures[]): string[] {
  return [
    '',
    `${CLIENTS} clients, ${RESULTS} results, an upload a second; all on one machine, whose cores the servers share`,
    '',
    ...alignColumns([
      ['', 'p50', 'p95', 'requests/s'],
      ...figures.map(({ setup, p50Ms, p95Ms, perSecond }) => [
        describeSetup(setup),
        `${p50Ms.toFixed(0)} ms`,
        `${p95Ms.toFixed(0)} ms`,
        perSecond.toFixed(0),
      ]),
    ]),
    '',
  ];
}

function toRows({ setup, p50Ms, p95Ms, perSecond }: Figures): BenchRow[] {
  const row = { bench: 'servers' };
  const of = `${describeSetup(setup)}, ${CLIENTS} clients`;
  return [
    { ...row, figure: `${of}, p50`, value: p50Ms, unit: 'ms' },
    { ...row, figure: `${of}, p95`, value: p95Ms, unit: 'ms' },
    { ...row, figure: `${of}, requests`, value: perSecond, unit: '/s' },
  ];
}
