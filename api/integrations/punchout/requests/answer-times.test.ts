import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aDocument, sendDocument } from '#api/testing/punchout-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

// Measured where nothing else runs: PUNCHOUT_TRIES=1000. That the same work is done is shown by secrets.test.ts.
const TRIES = Number(process.env.PUNCHOUT_TRIES ?? 0);
const MAX_DIFFERENCE = 0.1;

const portal = usePortal();

const KINDS: Record<string, () => ReturnType<typeof sendDocument>> = {
  'an unknown identity': () =>
    sendDocument(
      portal,
      aDocument('<ProfileRequest/>', { from: { domain: 'DUNS', identity: '999000999' }, secret: crypto.randomUUID() }),
    ),
  'an unknown key': () =>
    sendDocument(portal, aDocument('<ProfileRequest/>', { secret: crypto.randomUUID() }), { url: '/punchout/cxml/unknown-key' }),
  'a wrong secret': () => sendDocument(portal, aDocument('<ProfileRequest/>', { secret: crypto.randomUUID() })),
};

const medianOf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] as number;

/** The largest difference between the medians of the kinds, as a part of the longest. */
async function measure(): Promise<number> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(KINDS).map((name) => [name, []]));
  for (let count = 0; count < TRIES; count += 1) {
    // So many failures of one network are limited.
    await sql`delete from rate_limit where key like 'punchout-refused:%'`.execute(portal.db);
    const kinds = Object.entries(KINDS);
    // Each kind is as often the first of a round as the others.
    for (const [name, send] of [...kinds.slice(count % 3), ...kinds.slice(0, count % 3)]) {
      const startedAt = performance.now();
      const { code } = await send();
      times[name]?.push(performance.now() - startedAt);
      expect(code).toBe(401);
    }
  }
  const medians = Object.entries(times).map(([name, all]) => [name, medianOf(all)] as const);
  console.log(medians.map(([name, ms]) => `${name}: ${ms.toFixed(1)} ms`).join(', '));
  const all = medians.map(([, ms]) => ms);
  return (Math.max(...all) - Math.min(...all)) / Math.max(...all);
}

it.skipIf(TRIES === 0)(
  `X3: an unknown identity, an unknown key and a wrong secret are refused after the same time, by the medians of ${TRIES} tries`,
  async () => {
    // A machine that is busy with other things gets two more measurements: a difference in the work would be in each.
    let difference = 1;
    for (let count = 0; count < 3 && difference >= MAX_DIFFERENCE; count += 1) difference = await measure();
    expect(difference).toBeLessThan(MAX_DIFFERENCE);
  },
  TRIES * 6000 + 1000,
);
