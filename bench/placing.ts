/**
 * `npm run bench:placing`: what placing an order costs PostgreSQL. One person after another adds three lines, asks for addresses, delivery methods and
 * the summary, and orders, in an organisation with 2,000 products. Prints, for each call, the statements that the server sends (`BEGIN` and `COMMIT`
 * included) and how long PostgreSQL executes and plans them, by `pg_stat_statements`; medians, because other work on the
 * machine only slows some of the calls down. Fails when a call sends more statements than it may.
 * `--rounds 40` for a longer run, `--statements` for the times of each statement.
 */
import { parseArgs } from 'node:util';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { buildApp } from '#api/app.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { loadConfig } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { type Check, printChecks } from './report.ts';
import { listSellableItems, startSessions } from './shopping.ts';

/** 2,000 products of 33 combinations. */
const COMBINATIONS = 66_150;
const BUYERS = 8;
const WARM_UP_ROUNDS = 6;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, statements: { type: 'boolean', default: false } },
});

/** The calls of one order in their order, with the most statements that each may send: once the server has the garment's details, and at first. */
const CALLS = {
  'add a line': 4,
  'add a second line': 4,
  'add a third line': 4,
  addresses: 1,
  'delivery methods': 2,
  summary: 5,
  order: 10,
} as const;
type CallName = keyof typeof CALLS;
const CALL_NAMES = Object.keys(CALLS) as CallName[];

/** What one statement cost in one call. Times in milliseconds. */
interface StatementCost {
  query: string;
  calls: number;
  executing: number;
  planning: number;
}

/** One call: the statements as the server's driver counts them, those that control the transaction among them, and their costs in PostgreSQL. */
interface MeasuredCall {
  sent: number;
  costs: StatementCost[];
}

/** What PostgreSQL has executed since the last reset. */
async function readCosts({ client }: DemoDatabase): Promise<StatementCost[]> {
  const { rows } = await client.query<StatementCost>(
    `select query, calls::int, total_exec_time as executing, total_plan_time as planning from pg_stat_statements
     where query not like '%pg_stat_statements%' and query not ilike '%pgboss.version%'`,
  );
  return rows;
}

async function measure(database: DemoDatabase): Promise<Map<CallName, MeasuredCall[]>> {
  const { url, client } = database;
  await client.query('create extension pg_stat_statements');
  const organisation = await ensureBenchOrganisation(url, 'Bench 2000 products', COMBINATIONS);
  // Nine approvers and an administrator, none of whom is asked: the organisation has no rule for approval.
  await client.query(`update customer set allow_order_approval = true where organisation_id = $1 and id = any ($2::bigint[])`, [
    organisation.organisationId,
    organisation.customerIds.slice(-10),
  ]);
  await client.query('insert into customer_role (organisation_id, customer_id, role_id) values ($1, $2, 33)', [
    organisation.organisationId,
    organisation.customerIds.at(-1),
  ]);
  await client.query('vacuum analyze');
  const tokens = await startSessions(url, organisation, BUYERS);
  const items = await listSellableItems(url, organisation);
  const config = loadConfig({ DATABASE_URL: url, LIVERY_DEMO: 'on', WEB_DIR: 'off', SECRET_KEY: TEST_KEY, LOG_LEVEL: 'error' });
  // A server without workers, so that jobs run no statements in between; and one connection, since only one call is sent at a time.
  const handle = openDatabase(url, { poolSize: 1 });
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const app = await buildApp({ config, database: handle, jobs, logTo: pino.destination({ dest: '/dev/null', sync: true }) });
  await app.ready();

  const measured = new Map(CALL_NAMES.map((name): [CallName, MeasuredCall[]] => [name, []]));
  const pick = (buyer: number, round: number, line: number) => items[(buyer * 7919 + round * 31 + line * 977) % items.length];
  const placeOrder = async (buyer: number, round: number, isMeasured: boolean) => {
    const send = async <Body>(
      name: CallName,
      method: 'GET' | 'POST',
      path: string,
      payload?: object,
      key?: string,
    ): Promise<Body> => {
      await client.query('select pg_stat_statements_reset()');
      const before = handle.statementsSent();
      const headers = { host: 'localhost', authorization: `Bearer ${tokens[buyer]}`, ...(key ? { 'idempotency-key': key } : {}) };
      const response: LightMyRequestResponse = await app.inject({
        method,
        url: `/api/${path}`,
        headers,
        ...(payload ? { payload } : {}),
      });
      if (response.statusCode !== 200) throw new Error(`${name} responded with ${response.statusCode}: ${response.payload}`);
      if (isMeasured) measured.get(name)?.push({ sent: handle.statementsSent() - before, costs: await readCosts(database) });
      return response.json();
    };
    for (const [line, name] of CALL_NAMES.slice(0, 3).entries()) {
      const payload = { items: [{ ...pick(buyer, round, line), quantity: 1 + (round % 3) }] };
      await send(name, 'POST', 'shopping_cart_items/multiple', payload);
    }
    const { addresses } = await send<{ addresses: { id: number }[] }>('addresses', 'GET', 'shippingaddresses');
    const addressId = addresses[0]?.id;
    await send('delivery methods', 'GET', `shippingoptions/${addressId}`);
    const checkout = {
      billingAddressId: addressId,
      shippingAddressId: addressId,
      shippingOption: { name: 'Standard delivery' },
      paymentMethodSystemName: 'Payments.OnAccount',
    };
    const { checkoutId } = await send<{ checkoutId: string }>('summary', 'POST', 'checkoutsummary', { checkout });
    await send('order', 'POST', 'setpaymentform', { checkout: {} }, checkoutId);
  };
  const rounds = Number(values.rounds);
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1)
    for (let buyer = 0; buyer < BUYERS; buyer += 1) await placeOrder(buyer, round, round >= WARM_UP_ROUNDS);
  await app.close();
  await jobs.close();
  await handle.close();
  return measured;
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const isTransactionControl = ({ query }: StatementCost) => /^(begin|commit)$/i.test(query);

/** The medians of a call: statements, those of them that control the transaction, and milliseconds of executing and planning. */
const summarise = (calls: readonly MeasuredCall[]): number[] => [
  median(calls.map(({ sent }) => sent)),
  median(calls.map(({ costs }) => sum(costs.filter(isTransactionControl).map(({ calls }) => calls)))),
  median(calls.map(({ costs }) => sum(costs.map(({ executing }) => executing)))),
  median(calls.map(({ costs }) => sum(costs.map(({ planning }) => planning)))),
];

function print(measured: ReadonlyMap<CallName, MeasuredCall[]>): void {
  const row = (name: string, figures: readonly string[]) =>
    console.log(name.padEnd(20) + figures.map((text) => text.padStart(14)).join(''));
  const format = ([sent = 0, control = 0, ...times]: readonly number[]) => [
    String(sent),
    String(control),
    ...times.map((time) => time.toFixed(2)),
  ];
  row('call', ['statements', 'begin, commit', 'executing ms', 'planning ms']);
  for (const [name, calls] of measured) {
    row(name, format(summarise(calls)));
    if (values.statements) printStatements(calls);
  }
  const all = [...measured.values()].map(summarise);
  row('the whole order', format([0, 1, 2, 3].map((column) => sum(all.map((figures) => figures[column] ?? 0)))));
}

/** Prints the medians of each statement that is part of most of the calls, the slowest first. */
function printStatements(calls: readonly MeasuredCall[]): void {
  const byQuery = Map.groupBy(
    calls.flatMap(({ costs }) => costs),
    ({ query }) => query,
  );
  const medians = [...byQuery]
    .filter(([, costs]) => costs.length > calls.length / 2)
    .map(([query, costs]) => ({ query, executing: median(costs.map(({ executing }) => executing)) }));
  for (const { query, executing } of medians.sort((one, other) => other.executing - one.executing))
    console.log(`${executing.toFixed(3).padStart(62)}  ${query.replaceAll(/\s+/g, ' ').trim().slice(0, 96)}`);
}

let measured: Map<CallName, MeasuredCall[]> = new Map();
await withDemoDatabase(
  async (database) => {
    measured = await measure(database);
  },
  { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
);
print(measured);
const checks = [...measured].map(([name, calls]): Check => {
  const [sent = 0] = summarise(calls);
  return { text: `${name}: ${sent} statements (target: ${CALLS[name]})`, passed: sent <= CALLS[name] };
});
process.exitCode = printChecks(checks) ? 0 : 1;
