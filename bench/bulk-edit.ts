/**
 * `npm run bench:bulk-edit`: duration of a bulk edit of 10,000 people and of 2,000 products of the range, each run by a job and
 * undone, and the response times of a list and of single changes before and during the edit.
 * `--people 2000 --products 500` for a smaller run.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { seedPeople } from './seed-people.ts';
import { startSessions } from './shopping.ts';

const ADMIN = 1;
const PAUSE_MS = 20;
/** How long response times are measured before the edit. */
const WARM_MS = 5000;

const { values } = parseArgs({
  options: { people: { type: 'string', default: '10000' }, products: { type: 'string', default: '2000' } },
});

interface Progress {
  id: number;
  total: number;
  changed: number;
  state: string;
}
interface Reply {
  bulkEdit: Progress;
}

await withDemoDatabase(async (database) => {
  await seedPeople(database.client, Number(values.people), 2);
  await growRange(database, Number(values.products));
  await measure(database);
});

/** Products of twelve sizes each. */
async function growRange({ client }: DemoDatabase, target: number): Promise<void> {
  await client.query(
    `with made as (
       insert into product (handle, name, sku, price_minor, garment_type, short_description)
       select 'bench-' || n, 'Bench garment ' || n, 'BENCH-' || n, 1000 + n, 'polo', 'Cotton blend, machine washable'
       from generate_series(1, $1::int) n returning id),
     choice as (
       insert into product_attribute (product_id, attribute_id)
       select made.id, (select id from attribute where role = 'size' limit 1) from made returning id, product_id),
     size as (
       insert into product_attribute_value (product_attribute_id, name, display_order)
       select choice.id, 'Size ' || n, n from choice, generate_series(1, 12) n returning id, product_attribute_id, display_order),
     sized as (
       insert into combination (product_id, value_ids, description, sku, display_order)
       select choice.product_id, array[size.id], 'Size ' || size.display_order, 'BENCH-' || size.id, size.display_order
       from size join choice on choice.id = size.product_attribute_id)
     insert into product_organisation (organisation_id, product_id, display_order) select 1, id, 1000 from made`,
    [target],
  );
  await client.query('select refresh_listing(array[1])');
  await client.query('vacuum analyze product, combination, product_organisation, product_listing');
}

async function measure({ url, client }: DemoDatabase): Promise<void> {
  const server = await startProcess('portal-server.ts', { DATABASE_URL: url });
  // Under the name of a brand's host.
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const [token = ''] = await startSessions(url, { organisationId: 1, customerIds: [ADMIN] }, 1);
  const call = async <T = unknown>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { rows } = await client.query<{ id: number }>(
    'select id from customer where organisation_id = 1 and deleted_at is null order by id desc limit 1',
  );
  const personId = rows[0]?.id ?? 0;
  let counter = 0;
  const next = () => {
    counter += 1;
    return counter;
  };
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  /** Requests by others, until the edit ends. */
  const others = async (lookAt: string, write: () => Promise<unknown>, isOver: () => boolean) => {
    const looks: number[] = [];
    const writes: number[] = [];
    while (!isOver()) {
      looks.push(await timed(() => call('GET', lookAt)));
      if (looks.length % 5 === 0) writes.push(await timed(write));
      await delay(PAUSE_MS);
    }
    return { looks, writes };
  };
  const run = async (
    name: string,
    ask: () => Promise<Progress>,
    look: (id: number) => Promise<Progress>,
    lookAt: string,
    write: () => Promise<unknown>,
  ) => {
    const ends = performance.now() + WARM_MS;
    const before = await others(lookAt, write, () => performance.now() > ends);
    const begun = performance.now();
    let over = false;
    const meanwhile = others(lookAt, write, () => over);
    let progress = await ask();
    const answered = performance.now() - begun;
    while (progress.state !== 'finished') {
      await delay(100);
      progress = await look(progress.id);
    }
    const took = performance.now() - begun;
    over = true;
    const during = await meanwhile;
    console.log(
      `${name}: ${progress.changed} of ${progress.total} changed in ${(took / 1000).toFixed(1)} s, answered after ${answered.toFixed(0)} ms`,
    );
    for (const [what, one, other] of [
      ['a list', before.looks, during.looks],
      ['a change of something else', before.writes, during.writes],
    ] as const)
      console.log(`  ${what}: ${inWords(one)} before, ${inWords(other)} meanwhile`);
    return progress.id;
  };

  const onePerson = () => call('PUT', `customers/${personId}`, { customer: { poNumber: `PO ${next()}` } });
  const progressOf = async (id: number) => (await call<Reply>('GET', `bulkedits/${id}`)).bulkEdit;
  const start = async (path: string, body?: object) => (await call<Reply>('POST', path, body)).bulkEdit;
  const { organisationBusinessArea } = await call<{ organisationBusinessArea: { id: number } }>(
    'POST',
    'organisationbusinessareas',
    { organisationBusinessArea: { name: 'Bench' } },
  );
  const areaId = organisationBusinessArea.id;
  const oneArea = () =>
    call('PUT', `organisationbusinessareas/${areaId}`, { organisationBusinessArea: { name: `Bench ${next()}` } });
  try {
    const people = await run(
      'people moved to another area',
      () => start('customers/bulkedits', { action: 'move', allMatching: true, organisationBusinessAreaId: areaId }),
      progressOf,
      'customers?limit=25',
      onePerson,
    );
    await run('the same undone', () => start(`bulkedits/${people}/undo`), progressOf, 'customers?limit=25', onePerson);
    const range = await run(
      'products: price, area, put first',
      () =>
        start('productsorganisation/bulk', {
          ids: [],
          matching: {},
          change: { price: { percent: 5 }, businessAreas: { add: [areaId] }, featured: true },
        }),
      progressOf,
      'products?limit=25',
      oneArea,
    );
    await run('the same undone', () => start(`bulkedits/${range}/undo`), progressOf, 'products?limit=25', oneArea);
  } finally {
    await server.stop();
  }
}

function inWords(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms (${sorted.length})`;
}
