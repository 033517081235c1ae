import { createSeededRandom } from '../seeded-random.ts';
import { getFrom, withServer, type ServerProcess } from '../processes/server-process.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { Draw } from './draw.ts';
import type { Endpoint } from './endpoints.ts';
import { measureCold } from './measure-cold.ts';
import { measureWarm, ONE_AT_A_TIME, TWENTY_ASK_THE_SAME, TWENTY_AT_ONCE } from './measure-warm.ts';
import { keepUploading } from '../uploads/keep-uploading.ts';
import type { EndpointFigures, Mode, SizeFigures, Times } from './times.ts';

/**
 * Measures a seeded data directory, with servers that it starts.
 * @throws Error with the name of every endpoint that refuses a request.
 */
export async function measureSize(
  folder: string,
  results: number,
  { endpoints, settings }: { endpoints: readonly Endpoint[]; settings: Record<string, string> },
): Promise<SizeFigures> {
  const catalogue = await withServer(folder, async (server) => {
    const known = await readCatalogue(server);
    await probe(server, endpoints, known);
    return known;
  });
  const asked = { endpoints, catalogue };
  const { cold, areCachesDropped } = await measureCold(folder, asked);
  const others = await withServer(
    folder,
    async (server) => ({
      warm: await measureWarm(server, ONE_AT_A_TIME, asked),
      crowd: await measureWarm(server, TWENTY_AT_ONCE, asked),
      same: await measureWarm(server, TWENTY_ASK_THE_SAME, asked),
      beside: await measureBesideUploads(server, asked),
    }),
    settings,
  );
  return { results, areCachesDropped, endpoints: mergeTimes(endpoints, { cold, ...others }) };
}

async function measureBesideUploads(
  server: ServerProcess,
  asked: { endpoints: readonly Endpoint[]; catalogue: Catalogue },
): Promise<Times[]> {
  const stopUploads = keepUploading([server]);
  try {
    return await measureWarm(server, TWENTY_ASK_THE_SAME, asked);
  } finally {
    await stopUploads();
  }
}

/** Checks every endpoint first, because measuring takes minutes. */
async function probe(
  server: ServerProcess,
  endpoints: readonly Endpoint[],
  catalogue: Catalogue,
): Promise<void> {
  const draw = new Draw(catalogue, createSeededRandom(0));
  const complaints: string[] = [];
  for (const endpoint of endpoints) {
    const { path } = endpoint.draw(draw);
    const response = await getFrom(server, path);
    const answer = await response.text();
    if (!response.ok) complaints.push(`${endpoint.name}: ${path}: ${response.status}: ${answer}`);
  }
  if (complaints.length > 0) throw new Error(`reads: these refuse:\n${complaints.join('\n')}`);
}

/** The times of each mode are in the order of the endpoints. */
function mergeTimes(
  endpoints: readonly Endpoint[],
  times: Record<Mode, Times[]>,
): EndpointFigures[] {
  return endpoints.map((endpoint, index) => {
    const of = (mode: Mode): Times => {
      const found = times[mode][index];
      if (found === undefined) throw new Error(`${endpoint.name} was not measured in every mode`);
      return found;
    };
    return {
      endpoint,
      times: {
        cold: of('cold'),
        warm: of('warm'),
        crowd: of('crowd'),
        same: of('same'),
        beside: of('beside'),
      },
    };
  });
}
