import { createSeededRandom } from '../seeded-random.ts';
import { getFrom, withServer, type ServerProcess } from '../processes/server-process.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { Draw } from './draw.ts';
import type { Endpoint } from './endpoints.ts';
import { measureCold } from './measure-cold.ts';
import { measureWarm, ONE_AT_A_TIME, TWENTY_AT_ONCE } from './measure-warm.ts';
import type { EndpointFigures, SizeFigures, Times } from './times.ts';

/**
 * Measures a seeded data directory, with servers that it starts.
 * @throws Error with the name of every endpoint that refuses a request.
 */
export async function measureSize(
  folder: string,
  results: number,
  endpoints: readonly Endpoint[],
): Promise<SizeFigures> {
  const catalogue = await withServer(folder, async (server) => {
    const known = await readCatalogue(server);
    await probe(server, endpoints, known);
    return known;
  });
  const asked = { endpoints, catalogue };
  const { cold, areCachesDropped } = await measureCold(folder, asked);
  const { warm, crowd } = await withServer(folder, async (server) => ({
    warm: await measureWarm(server, ONE_AT_A_TIME, asked),
    crowd: await measureWarm(server, TWENTY_AT_ONCE, asked),
  }));
  return { results, areCachesDropped, endpoints: mergeTimes(endpoints, { cold, warm, crowd }) };
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
  times: Record<'cold' | 'warm' | 'crowd', Times[]>,
): EndpointFigures[] {
  return endpoints.map((endpoint, index) => {
    const [cold, warm, crowd] = [times.cold[index], times.warm[index], times.crowd[index]];
    if (cold === undefined || warm === undefined || crowd === undefined) {
      throw new Error(`${endpoint.name} was not measured in every mode`);
    }
    return { endpoint, times: { cold, warm, crowd } };
  });
}
