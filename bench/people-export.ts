import { type PeoplePortal, toBrandOrigin } from './people-portal.ts';

/** Maximum memory of the server while everyone is exported, in MB (1,000,000 bytes), unless another limit is given. */
const MAX_MEMORY_MB = 200;

/**
 * Measures the peak memory of exporting everyone, or all orders: once, twice more after that, and two at once, each with a new server.
 * Returns whether the first export stays within the limit.
 */
export async function measureExports(
  portal: Pick<PeoplePortal, 'size' | 'token' | 'startServer'>,
  path = '/api/customers/exportToExcel',
  limit = MAX_MEMORY_MB,
): Promise<boolean> {
  const [before = 0, first = 0, ...more] = await measureMemory(portal, path, [1, 1, 1]);
  const [, both = 0] = await measureMemory(portal, path, [2]);
  const isWithinLimit = first <= limit;
  console.log(
    `${path} at ${portal.size} people. Peak memory: ${before} MB before, ${first} MB with one export${isWithinLimit ? '' : ` (FAILED: more than ${limit})`}, ${more.join(' and ')} MB after two more, ${both} MB with two at once`,
  );
  return isWithinLimit;
}

/** Peak memory of a new server in MB: before, and after each round of the given number of concurrent exports. */
async function measureMemory(
  { token, startServer }: Pick<PeoplePortal, 'token' | 'startServer'>,
  path: string,
  rounds: readonly number[],
): Promise<number[]> {
  const server = await startServer();
  const origin = toBrandOrigin(server);
  const getPeak = async () => Math.round((await server.getMetrics()).peakMemory / 1e6);
  try {
    await fetch(`${origin}/api/customers?limit=1`, { headers: { authorization: `Bearer ${token}` } });
    const peaks = [await getPeak()];
    for (const concurrency of rounds) {
      await Promise.all(Array.from({ length: concurrency }, () => exportAll(`${origin}${path}`, token)));
      peaks.push(await getPeak());
    }
    return peaks;
  } finally {
    await server.stop();
  }
}

async function exportAll(url: string, token: string): Promise<void> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  let first = 0;
  for await (const chunk of response.body ?? []) {
    first ||= performance.now() - startedAt;
    bytes += chunk.length;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`  export: first byte after ${first.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
}
