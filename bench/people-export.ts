import { originOf, type PeoplePortal } from './people-portal.ts';

/** What an export of everybody takes; in a process of its own, so that its memory is the export's. */
export async function measureExport({ size, token, startServer }: PeoplePortal): Promise<void> {
  const server = await startServer();
  const origin = originOf(server);
  const headers = { authorization: `Bearer ${token}` };
  try {
    await fetch(`${origin}/api/customers?limit=1`, { headers });
    const before = (await server.figures()).peakMemory;
    const begun = performance.now();
    const answer = await fetch(`${origin}/api/customers/exportToExcel`, { headers });
    let bytes = 0;
    let first = 0;
    for await (const chunk of answer.body ?? []) {
      first ||= performance.now() - begun;
      bytes += chunk.length;
    }
    const seconds = (performance.now() - begun) / 1000;
    const inMb = (amount: number) => `${(amount / 1e6).toFixed(0)} MB`;
    const { peakMemory } = await server.figures();
    console.log(
      `${size} people exported: first byte after ${first.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; memory of the server at most ${inMb(before)} before and ${inMb(peakMemory)} with it`,
    );
  } finally {
    await server.stop();
  }
}
