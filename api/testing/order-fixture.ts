import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { aStockedProduct, createCheckoutChoices, type StockedProduct } from './builders.ts';
import {
  ALLOCATIONS,
  type AllocationName,
  APPROVAL_ABOVE,
  type Caller,
  createModel,
  type OrderModel,
  PRICES,
  SIZES,
} from './order-model.ts';
import type { TestClient, TestServer } from './portal.ts';
import { aWearer, orderFor, type SignedIn, signInAs } from './wearers.ts';

/** The portal as the sequences use it: in this process, or in one of its own that is killed. */
export interface OrderPortal extends Pick<TestServer, 'as'> {
  db: Db;
  /** Records that the warehouse has started to pick; false when it may not. */
  startPicking(orderId: number): Promise<boolean>;
  /** Runs the jobs about deadlines. The times of requests have been set as if `at` were the time. */
  runDeadlineJobs(at: Date): Promise<void>;
  /** The time on a day, counted from a Monday. */
  dayToTime(day: number): Date;
  /** Whether `runDeadlineJobs` also reminds. */
  reminds: boolean;
  /** Runs before each step. */
  beforeStep?: () => Promise<void>;
}

/** The people and garments that are the same in every sequence. */
export interface OrderStage {
  portal: OrderPortal;
  people: Record<Exclude<Caller, 'wearer' | 'sales'>, SignedIn>;
  garments: [StockedProduct, StockedProduct];
  /** How often each command got which status. */
  counts: Map<string, number>;
}

/** What the steps of one sequence need. */
export interface OrderFixture extends OrderStage {
  wearer: TestClient;
  choices: object;
  callers: Record<Caller, TestClient>;
  /** The email addresses of everyone who can get a mail. */
  emails: ReadonlyMap<string, Caller>;
  /** When the sequence began, by the clock of the database. */
  startedAt: string;
}

const SALES = 'sales@meridian.example';

/** Creates people and garments. No one else approves in Meridian, and delivery always costs the same. */
export async function createOrderStage(portal: OrderPortal): Promise<OrderStage> {
  const { db } = portal;
  await sql`
    update customer c set active = false
    where organisation_id = 1 and (allow_order_approval or exists (
      select from customer_role r where r.organisation_id = 1 and r.customer_id = c.id and r.role_id = 33))`.execute(db);
  await sql`update shipping_option set rate_minor = 495, free_from_minor = null where organisation_id = 1`.execute(db);
  await sql`update approval set expires_at = 'infinity', reminded_at = now(), escalated_at = now() where status = 'requested'`.execute(
    db,
  );
  await sql`delete from approval_rule where organisation_id = 1`.execute(db);
  await sql`insert into approval_rule (organisation_id, kind, amount_minor) values (1, 'above_amount', ${APPROVAL_ABOVE})`.execute(
    db,
  );
  const garments = PRICES.map(([price], product) =>
    aStockedProduct(db, { price, stock: SIZES.filter((size) => size.product === product).map(({ stock }) => stock) }),
  );
  return {
    portal,
    people: {
      approver: await signInAs(portal, { role: 'Buyer', approver: true }),
      admin: await signInAs(portal, { role: 'Admin', adminableGroupIds: [1] }),
      director: await signInAs(portal, { role: 'Admin' }),
      stranger: await signInAs(portal, { role: 'Staff' }),
    },
    garments: (await Promise.all(garments)) as OrderStage['garments'],
    counts: new Map(),
  };
}

/** The id of the combination of a size. */
export const combinationOf = ({ garments }: OrderStage, size: number) => {
  const { product, combination } = SIZES[size as 0];
  return garments[product].combinations[combination]?.id as number;
};

/** Gives a garment its usual or its raised price. */
export async function setPrice({ portal: { db }, garments }: OrderStage, product: 0 | 1, isRaised: boolean): Promise<void> {
  const { id } = garments[product];
  await sql`update product set price_minor = ${PRICES[product][isRaised ? 1 : 0]} where id = ${id}`.execute(db);
  await sql`select refresh_listing(array[1]::bigint[], ${[id]}::bigint[])`.execute(db);
}

/** Fills up the stock, and takes back raised prices, marks and what still waits of earlier sequences. */
async function resetStage(stage: OrderStage, { marked, isRaised }: Pick<OrderModel, 'marked' | 'isRaised'>): Promise<void> {
  const { db } = stage.portal;
  const ids = SIZES.map((_, size) => combinationOf(stage, size));
  await sql`
    with missing as (
      select s.combination_id, wanted.stock + s.reserved - s.on_hand as pieces
      from unnest(${ids}::bigint[], ${SIZES.map(({ stock }) => stock)}::int[]) as wanted (id, stock) join stock_level s on s.combination_id = wanted.id
      where s.on_hand <> wanted.stock + s.reserved),
    counted as (insert into stock_entry (combination_id, kind, on_hand_delta, reason) select combination_id, 'count', pieces, 'next sequence' from missing),
    settled as (
      update approval set expires_at = 'infinity', reminded_at = now(), escalated_at = now()
      where organisation_id = 1 and status = 'requested' and expires_at < 'infinity')
    update stock_level s set on_hand = s.on_hand + missing.pieces, version = s.version + 1 from missing where s.combination_id = missing.combination_id`.execute(
    db,
  );
  if (marked.size > 0) await sql`delete from approval_rule where organisation_id = 1 and kind = 'product'`.execute(db);
  for (const product of [0, 1] as const) if (isRaised[product]) await setPrice(stage, product, false);
}

/** Prepares the stage for a sequence, with a new wearer. `previous`: the model of the sequence before. */
export async function createOrderFixture(
  stage: OrderStage,
  allocation: AllocationName,
  previous: OrderModel | undefined,
): Promise<OrderFixture> {
  const { portal, people, garments } = stage;
  await resetStage(stage, previous ?? createModel(allocation));
  const { client: wearer, id } = await aWearer(portal, garments, { beyond: 'approval', ...ALLOCATIONS[allocation].wardrobe });
  const sales = await orderFor(portal, id, SALES);
  const { rows } = await sql<{ email: string; now: string }>`
    select email, to_json(clock_timestamp()) #>> '{}' as now from customer where organisation_id = 1 and id = ${id}`.execute(
    portal.db,
  );
  const names = (['approver', 'admin', 'director', 'stranger'] as const).map((name): [string, Caller] => [
    people[name].email,
    name,
  ]);
  return {
    ...stage,
    wearer,
    choices: await createCheckoutChoices(portal.db, wearer),
    callers: { ...people, wearer, sales },
    emails: new Map([...names, [rows[0]?.email as string, 'wearer'], [SALES, 'sales']]),
    startedAt: rows[0]?.now as string,
  };
}
