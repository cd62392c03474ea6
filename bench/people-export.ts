import { type PeoplePortal, toBrandOrigin } from './people-portal.ts';

/** The most memory that the server may hold while everybody is exported, in MB. */
const MAX_MEMORY = 200;

/**
 * What exports of everybody take: one, two more after it, and two at once, each time by a server of its own, so that its memory is theirs.
 * Answers whether one export stays within its memory.
 */
export async function measureExports(portal: PeoplePortal): Promise<boolean> {
  const [before = 0, first = 0, ...more] = await memoryOf(portal, [1, 1, 1]);
  const [, both = 0] = await memoryOf(portal, [2]);
  const kept = first <= MAX_MEMORY;
  console.log(
    `${portal.size} people exported: the server held at most ${before} MB before, ${first} MB with one export${kept ? '' : ` (FAILED: more than ${MAX_MEMORY})`}, ${more.join(' and ')} MB after two more, ${both} MB with two at once`,
  );
  return kept;
}

/** The most that a fresh server held before, and until each round of so many exports at once was over, in MB. */
async function memoryOf({ token, startServer }: PeoplePortal, rounds: readonly number[]): Promise<number[]> {
  const server = await startServer();
  const origin = toBrandOrigin(server);
  const peak = async () => Math.round((await server.getMetrics()).peakMemory / 1e6);
  try {
    await fetch(`${origin}/api/customers?limit=1`, { headers: { authorization: `Bearer ${token}` } });
    const held = [await peak()];
    for (const atOnce of rounds) {
      await Promise.all(Array.from({ length: atOnce }, () => exportEverybody(origin, token)));
      held.push(await peak());
    }
    return held;
  } finally {
    await server.stop();
  }
}

async function exportEverybody(origin: string, token: string): Promise<void> {
  const begun = performance.now();
  const answer = await fetch(`${origin}/api/customers/exportToExcel`, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  let first = 0;
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - begun;
    bytes += chunk.length;
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(`  export: first byte after ${first.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
}
