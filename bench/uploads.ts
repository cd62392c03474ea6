/**
 * `npm run bench:uploads`: uploads workbooks that unpack to gigabytes as files of people, by the administrators of three organisations, six at once,
 * and measures the memory of the process and how soon other requests are answered.
 */

import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';
import { startSessions } from './shopping.ts';

const MAX_MEMORY_MB = 500;
/** The server closes a silent connection after 30 seconds. */
const MAX_ANSWER_MS = 30_000;
const MAX_PAUSE_MS = 2000;
const ROUNDS = 3;
const MB = 1_000_000;

const checks: Check[] = [];
await withDemoDatabase(measure);
process.exitCode = printChecks(checks) ? 0 : 1;

async function startAdminSessions({ url, client }: DemoDatabase): Promise<string[]> {
  const { rows } = await client.query<{ organisation_id: number; id: number }>(
    "select organisation_id, min(id) as id from customer where email like 'admin@%' group by organisation_id order by organisation_id",
  );
  const sessions = rows.map(({ organisation_id: organisationId, id }) =>
    startSessions(url, { organisationId, customerIds: [id] }, 1),
  );
  return (await Promise.all(sessions)).flat();
}

async function measure(database: DemoDatabase): Promise<void> {
  const { rows: hosts } = await database.client.query<{ host: string }>(
    'select min(h.host) as host from organisation o join brand_host h on h.brand_id = o.brand_id group by o.id order by o.id',
  );
  const tokens = await startAdminSessions(database);
  const server = await startProcess('portal-server.ts', { DATABASE_URL: database.url });
  const upload = (organisation: number, file: Buffer) =>
    new Promise<{ status: number; milliseconds: number }>((resolve, reject) => {
      const startedAt = performance.now();
      const headers = {
        host: hosts[organisation]?.host ?? 'localhost',
        authorization: `Bearer ${tokens[organisation]}`,
        'content-type': 'application/octet-stream',
        'content-length': file.length,
      };
      // Other than fetch, this sends the host of the organisation's brand.
      request(`${server.origin}/api/peopleimports?fileName=people.xlsx`, { method: 'POST', headers, agent: false }, (response) =>
        response
          .resume()
          .once('end', () => resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - startedAt })),
      )
        .once('error', reject)
        .end(file);
    });
  const idle = (await server.getMetrics()).peakMemory;
  let isUploading = true;
  let longestPause = 0;
  const watching = (async () => {
    while (isUploading) {
      const startedAt = performance.now();
      await fetch(`${server.origin}/livez`);
      longestPause = Math.max(longestPause, performance.now() - startedAt);
      await delay(20);
    }
  })();
  const bombs = Object.values(ZIP_BOMBS).map((create) => create());
  const answers: { status: number; milliseconds: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    answers.push(...(await Promise.all(bombs.map((bomb, index) => upload((index + round) % tokens.length, bomb)))));
  isUploading = false;
  await watching;
  const { peakMemory } = await server.getMetrics();
  await server.stop();
  const longest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
    ([status, all]) => `${all?.length} × ${status}`,
  );
  checks.push(
    {
      text: `peak memory ${Math.round(peakMemory / MB)} MB, ${Math.round(idle / MB)} MB before (limit ${MAX_MEMORY_MB} MB)`,
      passed: peakMemory < MAX_MEMORY_MB * MB,
    },
    {
      text: `${answers.length} uploads answered (${counts.join(', ')}), the last after ${(longest / 1000).toFixed(1)} s`,
      passed: longest < MAX_ANSWER_MS && answers.every(({ status }) => status === 422 || status === 503),
    },
    { text: `longest response of another request ${Math.round(longestPause)} ms`, passed: longestPause < MAX_PAUSE_MS },
  );
}
