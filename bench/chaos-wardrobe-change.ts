/**
 * `npm run chaos:wardrobe-change`: the portal is killed again and again while people follow a change of their wardrobe, which is stopped, continued and undone
 * at random moments. No one may ever have a mixture of old and new numbers, and undo restores everything.
 *   npm run chaos:wardrobe-change
 *   npm run chaos:wardrobe-change -- --rounds 2 --wearers 600
 *   npm run chaos:wardrobe-change -- --inject-fault      leaves out every second account of a batch: the script must fail
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#api/platform/db/database.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import { draftChange, withGroup } from '#api/testing/wardrobe-changes.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { createClient } from './client.ts';
import { withDemoDatabase } from './demo-database.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { startSessions } from './shopping.ts';
import { addCrowdedWardrobe, type CrowdedWardrobe } from './wardrobe-crowd.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    wearers: { type: 'string', default: '2000' },
    'inject-fault': { type: 'boolean', default: false },
  },
});
const PORT = '3979';
const OLD = 3;
/** Longest time that people may take to follow after the last kill, in milliseconds. */
const MAX_FOLLOWING_MS = 180_000;

let failures = 0;
const check = (text: string, passed: boolean) => {
  if (!passed) failures += 1;
  console.log(`${passed ? 'passed' : 'FAILED'}  ${text}`);
};

interface Edit {
  id: number;
  state: 'running' | 'stopped' | 'interrupted' | 'finished';
  progress: { done: number; total: number };
}

/** The numbers of each person's accounts in the first group, and how many people have them. */
async function countNumbers(db: Db, { collectionId, groupIds }: CrowdedWardrobe): Promise<Map<string, number>> {
  const { rows } = await sql<{ numbers: string; people: number }>`
    select numbers, count(*)::int as people from (
      select customer_id, string_agg(distinct a.base || '/' || a.granted, ' and ') as numbers from entitlement_account a
      where a.collection_id = ${collectionId} and a.collection_group_id = ${groupIds[0]} and a.status <> 'closed' group by 1) person
    group by 1`.execute(db);
  return new Map(rows.map(({ numbers, people }) => [numbers, people]));
}

/** Everything that a wardrobe contains and that people are owed and have as their status, as one text. */
async function digest(db: Db, { collectionId }: CrowdedWardrobe): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat(
      (select wardrobe_contents(organisation_id, id)::text from collection where id = ${collectionId}),
      (select string_agg(concat_ws('/', id, status, base, adjusted, granted, reserved, used, is_limited, minimum, label), ',' order by id)
       from entitlement_account where collection_id = ${collectionId}),
      (select string_agg(concat_ws('/', s.customer_id, s.season_id, s.pieces_due, s.pieces_fulfilled, s.open_choices, s.ordering_status), ',' order by s.customer_id, s.season_id)
       from uniform_status s join customer_collection c on c.customer_id = s.customer_id and c.collection_id = ${collectionId}),
      (select string_agg(distinct w.published_version - c.wardrobe_version || '', ',') from customer_collection c join collection w on w.id = c.collection_id
       where c.collection_id = ${collectionId}))) as digest`.execute(db);
  return rows[0]?.digest ?? '';
}

await withDemoDatabase(async ({ url }) => {
  const database = openDatabase(url, { poolSize: 2, statementTimeoutMs: 120_000 });
  const { db } = database;
  const organisation = await ensureBenchOrganisation(url, 'Chaos of wardrobes', 2_000);
  const { organisationId } = organisation;
  const wardrobe = await addCrowdedWardrobe(url, db, organisation, { wearers: Number(values.wearers), groups: 2, pieces: OLD });
  const [token = ''] = await startSessions(url, { organisationId, customerIds: [wardrobe.adminId] }, 1);
  const environment = {
    DATABASE_URL: url,
    PORT,
    ...(values['inject-fault'] ? { BENCH_FAULT: 'half-followed-wardrobes' } : {}),
  };
  let server: ServerProcess = await startProcess('portal-server.ts', environment);
  const admin = createClient(`http://127.0.0.1:${PORT}`, token);
  const kill = async () => {
    await server.kill();
    // The job of the killed process goes on at once, not when its time is over.
    await sql`update pgboss.job set state = 'retry', start_after = now() where name = 'bulk-edit.run' and state = 'active'`.execute(
      db,
    );
    server = await startProcess('portal-server.ts', environment);
  };
  const send = async <R>(method: string, path: string, body?: object): Promise<{ status: number; body: R }> => {
    for (;;) {
      const answer = await admin.send<R>(method, `/api/${path}`, body).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      await delay(100);
    }
  };
  const look = async (id: number) => (await send<{ bulkEdit: Edit }>('GET', `bulkedits/${id}`)).body.bulkEdit;
  const latest = async () => (await send<{ bulkEdits: Edit[] }>('GET', 'bulkedits?kind=wardrobes')).body.bulkEdits[0];
  const numbersAre = async (what: string, allowed: readonly number[]) => {
    const numbers = await countNumbers(db, wardrobe);
    const expected = allowed.map((n) => `${n}/${n}`);
    check(
      `${what}: ${[...numbers].map(([one, people]) => `${people} with ${one}`).join(', ')}`,
      [...numbers.keys()].every((one) => expected.includes(one)),
    );
  };
  /** Kills the portal at random moments until the edit has ended, or for some times. */
  const killDuring = async (id: number, what: string, allowed: readonly number[], kills: number) => {
    for (let n = 0; n < kills && (await look(id)).state !== 'finished'; n += 1) {
      await delay(Math.random() * 1500);
      await kill();
      await numbersAre(`${what}, killed`, allowed);
    }
  };
  const finish = async (id: number) => {
    const ends = performance.now() + MAX_FOLLOWING_MS;
    for (;;) {
      const { state } = await look(id);
      if (state === 'finished' || performance.now() > ends) return check('the edit has ended', state === 'finished');
      if (state === 'interrupted') await send('POST', `bulkedits/${id}/continue`);
      await delay(200);
    }
  };

  const rounds = Number(values.rounds);
  for (let round = 1; round <= rounds; round += 1) {
    const before = await digest(db, wardrobe);
    const next = OLD + round;
    const both = [OLD, next];
    const products = wardrobe.productIds.slice(0, 4).map((productId) => ({ productId, allocatedQuantity: next }));
    const drafted = await draftChange(
      (method, path, body) => send(method, path.replace('/api/', ''), body),
      wardrobe.collectionId,
      withGroup(wardrobe.groupIds[0] ?? 0, { products }),
    );
    if ('refusal' in drafted) {
      check(`round ${round}: the draft was saved`, false);
      continue;
    }
    const path = `organisation/wardrobes/${wardrobe.collectionId}/draft/publish`;
    const known = (await latest())?.id ?? 0;
    const asked = admin.send('POST', `/api/${path}`, drafted.body).catch(() => undefined);
    if (round % 2 === 0) {
      await delay(Math.random() * 120);
      await kill();
      await asked;
      // Repeated, because no one knows whether it was carried out; then the draft is gone.
      await send('POST', path, drafted.body);
    } else await asked;
    const edit = await latest();
    if (!edit || edit.id === known) {
      check(`round ${round}: the change was carried out`, false);
      continue;
    }
    await killDuring(edit.id, `round ${round}`, both, 2);
    if (round % 3 === 1) {
      const { status } = await send('POST', `bulkedits/${edit.id}/stop`);
      await delay(300);
      await numbersAre(`round ${round}, stopped`, both);
      await kill();
      if (status === 200) await send('POST', `bulkedits/${edit.id}/continue`);
      await killDuring(edit.id, `round ${round}, continued`, both, 1);
    }
    if (round % 3 !== 2) {
      await finish(edit.id);
      await numbersAre(`round ${round}, all have followed`, [next]);
    }
    await send('POST', `bulkedits/${edit.id}/undo`);
    const undo = await latest();
    await killDuring(undo?.id ?? 0, `round ${round}, undo`, both, 2);
    await finish(undo?.id ?? 0);
    await numbersAre(`round ${round}, undone`, [OLD]);
    check(`round ${round}: undo has restored everything`, (await digest(db, wardrobe)) === before);
    check(`round ${round}: the ledgers add up`, (await findLedgerFaults(db)).length === 0);
  }
  admin.close();
  await server.stop();
  await database.close();
});
console.log(failures === 0 ? 'all passed' : `${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
