import { sql } from 'kysely';
import type { PaymentEvent } from '#api/ordering/card-payments/providers/payment-provider.ts';
import type { Db } from '#api/platform/db/database.ts';
import { aPerson, aStockedProduct, aWardrobe, createCheckoutChoices, type StockedProduct } from './builders.ts';
import {
  aDecoratedProduct,
  aLogo,
  aNameDesign,
  anOrganisationDesign,
  approveProof,
  type DecoratedProduct,
  PRINT,
} from './designs.ts';
import type { FakePaymentProvider } from './fake-payment-provider.ts';
import { ALLOCATIONS } from './order-accounts.ts';
import { DESIGNS, type DesignName, PARTS } from './order-design-kinds.ts';
import {
  APPROVAL_ABOVE,
  CAP,
  type Caller,
  createModel,
  HOLD_DAYS,
  type OrderModel,
  POLO,
  type Product,
  RETURN_DAYS,
  type Recipient,
  SIZES,
  type SoldIn,
} from './order-model.ts';
import { DELIVERY, FREE_FROM, PRICES, SOLD_IN, TIERS } from './order-prices.ts';
import { offerCard } from './own-payment.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';
import { uniqueText } from './unique-text.ts';
import { aWearer, orderFor, type SignedIn, signInAs } from './wearers.ts';

/** The provider of payments by card, as the sequences use it. */
export interface CardPortal {
  provider: FakePaymentProvider;
  /** The provider tells something about a page. */
  apply(event: PaymentEvent): Promise<unknown>;
  /** Runs the jobs that cancel what was not paid in time, end attempts that are no longer needed, and send refunds. */
  run(job: 'expire' | 'end stale attempts' | 'send refunds'): Promise<void>;
}

/** The portal as the sequences use it: in this process, or in one of its own that is killed. */
export interface OrderPortal extends Pick<TestServer, 'as' | 'asOperator'> {
  db: Db;
  /** Runs the jobs about deadlines of approvals and exchanges. The times of requests have been set as if `at` were the time. */
  runDeadlineJobs(at: Date): Promise<void>;
  /** Runs the jobs that issue invoices and credit notes. */
  runBillingJobs(): Promise<void>;
  /** The time on a day, counted from a Monday. */
  dayToTime(day: number): Date;
  /** Whether `runDeadlineJobs` also reminds. */
  reminds: boolean;
  /** What payments by card need; without, no sequence has any. */
  cards?: CardPortal;
  /** Runs before each step. */
  beforeStep?: () => Promise<void>;
}

/** The people and garments that are the same in every sequence. */
export interface OrderStage {
  portal: OrderPortal;
  people: Record<Exclude<Caller, 'wearer' | 'sales'>, SignedIn>;
  operator: TestOperatorClient;
  /** The shirt and the coat. */
  garments: [StockedProduct, StockedProduct];
  polo: Polo;
  /** How often each command got which status. */
  counts: Map<string, number>;
}

/** The garment that is personalised, with what can be chosen for it. */
interface Polo extends DecoratedProduct {
  logoId: number;
  nameDesignId: number;
}

/** What the steps of one sequence need. */
export interface OrderFixture extends Omit<OrderStage, 'garments'> {
  wearer: TestClient;
  /** Each wearer has a cap of their own: what earlier sequences wait for does not come first in the queue for pieces. */
  garments: Record<Product, StockedProduct>;
  /** The day that is so many days after today, as the API writes it. */
  today: (days: number) => string;
  /** The newest payment of earlier sequences. */
  firstPaymentId: number;
  choices: object;
  callers: Record<Caller, TestClient>;
  /** The wearer, and the colleague for whom they order, if they do. */
  wearerIds: readonly number[];
  wearerEmails: readonly string[];
  /** The email addresses of everyone who can get a mail. */
  emails: ReadonlyMap<string, Recipient>;
  /** When the sequence began, by the clock of the database. */
  startedAt: string;
}

const SALES = 'sales@meridian.example';

/** Creates people and garments. No one else approves in Meridian, and all ways of delivery cost the same. */
export async function createOrderStage(portal: OrderPortal): Promise<OrderStage> {
  const { db } = portal;
  await sql`
    update customer c set active = false
    where organisation_id = 1 and (allow_order_approval or exists (
      select from customer_role r where r.organisation_id = 1 and r.customer_id = c.id and r.role_id = 33))`.execute(db);
  await sql`update shipping_option set rate_minor = ${DELIVERY}, free_from_minor = ${FREE_FROM} where organisation_id = 1`.execute(
    db,
  );
  await sql`update approval set expires_at = 'infinity', reminded_at = now(), escalated_at = now() where status = 'requested'`.execute(
    db,
  );
  await sql`delete from approval_rule where organisation_id = 1`.execute(db);
  await sql`insert into approval_rule (organisation_id, kind, amount_minor) values (1, 'above_amount', ${APPROVAL_ABOVE})`.execute(
    db,
  );
  await sql`
    update organisation set return_days = ${RETURN_DAYS}, exchange_hold_days = ${HOLD_DAYS}, invoice_mode = 'shipment', parcel_mode = 'destination' where id = 1`.execute(
    db,
  );
  await portal.runBillingJobs();
  if (portal.cards) await offerCard(db, { roles: null });
  return {
    portal,
    operator: await portal.asOperator({ brandIds: [1] }),
    people: {
      approver: await signInAs(portal, { role: 'Buyer', approver: true }),
      admin: await signInAs(portal, { role: 'Admin', adminableGroupIds: [1] }),
      director: await signInAs(portal, { role: 'Admin' }),
      stranger: await signInAs(portal, { role: 'Staff' }),
    },
    garments: [await createGarment(db, 0), await createGarment(db, 1)],
    polo: await createPolo(db),
    counts: new Map(),
  };
}

const toStocked = (product: Product) => ({
  price: PRICES[product][0],
  stock: SIZES.filter((size) => size.product === product).map(({ stock }) => stock),
  backorderMode: product === CAP ? (1 as const) : (0 as const),
});

async function createGarment(db: Db, product: Product): Promise<StockedProduct> {
  const garment = await aStockedProduct(db, toStocked(product));
  await addTier(db, garment, product);
  return garment;
}

async function addTier(db: Db, { id }: StockedProduct, product: Product): Promise<void> {
  const tier = TIERS[product];
  if (!tier) return;
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${id}, ${tier.quantity}, ${tier.prices[0]})`.execute(
    db,
  );
}

/** A polo with a logo that is required, and one and a design for names that can be chosen: all of them approved. What is printed costs what the model says. */
async function createPolo(db: Db): Promise<Polo> {
  await sql`update garment_design set archived_at = now() where organisation_id = 1`.execute(db);
  const polo = await aDecoratedProduct(db, toStocked(POLO));
  await addTier(db, polo, POLO);
  const { required, logo, name } = PARTS;
  await sql`
    update decoration_price set price_minor = ${logo.price}, setup_minor = ${logo.setUp} where method_id = ${PRINT} and currency_code = 'GBP'`.execute(
    db,
  );
  const requiredLogo = await aLogo(db);
  const requiredDesign = await anOrganisationDesign(db, {
    ...{ is_mandatory: true, logo_id: requiredLogo, product_id: polo.id },
    ...{ price_minor: required.price, setup_minor: required.setUp },
  });
  await approveProof(db, `design:${requiredDesign}`, { garmentDesignId: requiredDesign, logoId: requiredLogo });
  const nameDesignId = await aNameDesign(db, { product_id: polo.id, price_minor: name.price, setup_minor: name.setUp });
  await approveProof(db, `design:${nameDesignId}`, { garmentDesignId: nameDesignId });
  const logoId = await aLogo(db, { name: 'Crest' });
  await approveProof(db, `logo:${logoId}:${PRINT}:${polo.positions['upper-back']}`, { logoId });
  return { ...polo, logoId, nameDesignId };
}

/** The text that a design of a sequence has on garments; null for none. A text that needs a proof is another one in each sequence. */
export function textOf({ wearerIds }: Pick<OrderFixture, 'wearerIds'>, design: DesignName): string | null {
  const text = DESIGNS[design]?.text ?? null;
  return design === 'text' ? `${text} ${wearerIds[0]}` : text;
}

/** The texts of everything that pieces have on them, what is required first. */
export const listTexts = (fixture: Pick<OrderFixture, 'wearerIds'>, design: DesignName | null): (string | null)[] =>
  design === null ? [] : [null, ...(design === 'plain' ? [] : [textOf(fixture, design)])];

/** What is chosen for a polo, as carts take it. */
export function listDesigns(fixture: OrderFixture, design: DesignName): object[] {
  const { positions, logoId, nameDesignId } = fixture.polo;
  const printed = { methodId: PRINT, positionId: positions['upper-back'] };
  const text = textOf(fixture, design);
  switch (DESIGNS[design]?.part) {
    case 'logo':
      return [{ ...printed, logoId }];
    case 'text':
      return [{ ...printed, text }];
    case 'name':
      return [{ nameDesignId, text }];
    default:
      return [];
  }
}

/** The id of the combination of a size. */
export const combinationOf = ({ garments }: Pick<OrderFixture, 'garments'>, size: number) => {
  const { product, combination } = SIZES[size as 0];
  return garments[product].combinations[combination]?.id as number;
};

/** Gives a garment its usual or its raised price. */
export async function setPrice(db: Db, { id }: StockedProduct, product: Product, isRaised: boolean): Promise<void> {
  const index = isRaised ? 1 : 0;
  await sql`update product set price_minor = ${PRICES[product][index]} where id = ${id}`.execute(db);
  await sql`update tier_price set price_minor = ${TIERS[product]?.prices[index] ?? 0} where product_id = ${id}`.execute(db);
  await sql`select refresh_listing(array[1]::bigint[], ${[id]}::bigint[])`.execute(db);
}

/** Sells a garment in some numbers of pieces only, or in any. */
export async function setSoldIn(db: Db, { id }: StockedProduct, soldIn: SoldIn): Promise<void> {
  const { minimum = 1, allowed = [] }: { minimum?: number; allowed?: readonly number[] } = SOLD_IN[soldIn];
  await sql`update product set order_minimum_quantity = ${minimum}, allowed_quantities = ${[...allowed]}::int[] where id = ${id}`.execute(
    db,
  );
  await sql`select refresh_listing(array[1]::bigint[], ${[id]}::bigint[])`.execute(db);
}

/** Fills up the stock, and takes back raised prices, marks and what still waits of earlier sequences. */
async function resetStage(
  stage: OrderStage,
  { marked, isRaised, soldIn }: Pick<OrderModel, 'marked' | 'isRaised' | 'soldIn'>,
): Promise<void> {
  const { db } = stage.portal;
  const kept = SIZES.filter(({ product }) => product !== CAP);
  const garments: Record<number, StockedProduct> = { ...stage.garments, [POLO]: stage.polo };
  const ids = kept.map(({ product, combination }) => garments[product]?.combinations[combination]?.id as number);
  await sql`
    with missing as (
      select s.combination_id, wanted.stock + s.reserved - s.on_hand as pieces
      from unnest(${ids}::bigint[], ${kept.map(({ stock }) => stock)}::int[]) as wanted (id, stock) join stock_level s on s.combination_id = wanted.id
      where s.on_hand <> wanted.stock + s.reserved),
    counted as (insert into stock_entry (combination_id, kind, on_hand_delta, reason) select combination_id, 'count', pieces, 'next sequence' from missing),
    settled as (
      update approval set expires_at = 'infinity', reminded_at = now(), escalated_at = now()
      where organisation_id = 1 and status = 'requested' and expires_at < 'infinity')
    update stock_level s set on_hand = s.on_hand + missing.pieces, version = s.version + 1 from missing where s.combination_id = missing.combination_id`.execute(
    db,
  );
  if (marked.size > 0) await sql`delete from approval_rule where organisation_id = 1 and kind = 'product'`.execute(db);
  for (const product of [0, 1, POLO] as const) {
    const garment = garments[product] as StockedProduct;
    if (soldIn[product] !== 'any') await setSoldIn(db, garment, 'any');
    if (isRaised[product]) await setPrice(db, garment, product, false);
  }
  await settleDocuments(stage);
}

/** Ends what exchanges, shipments, invoices and payments by card of earlier sequences still wait for. */
async function settleDocuments({ portal, operator }: OrderStage): Promise<void> {
  const { db } = portal;
  await sql`
    update return_request set reserved_until_on = '9999-12-31', reminded_at = now()
    where organisation_id = 1 and return_state_id in (0, 20) and reserved_until_on < '9999-12-31'`.execute(db);
  await portal.cards?.run('end stale attempts');
  await portal.cards?.run('send refunds');
  await portal.runBillingJobs();
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(total_minor - settled_minor), 0)::bigint as open from invoice where organisation_id = 1 and kind = 'invoice' and settled_minor < total_minor`.execute(
    db,
  );
  const open = rows[0]?.open ?? 0;
  if (open === 0) return;
  const payment = { organisationId: 1, amount: open / 100, receivedOn: '2026-01-01', reference: uniqueText() };
  const { status, errors } = await operator.post('/api/operator/payments', { payment });
  if (status !== 200) throw new Error(`The invoices of earlier sequences cannot be paid: ${JSON.stringify(errors)}`);
}

const DAY_MS = 86_400_000;

/** Prepares the stage for the sequence of a new model, with a new wearer. `previous`: the model of the sequence before. */
export async function createOrderFixture(
  stage: OrderStage,
  { allocation, ordersForOthers, paysOwn }: Pick<OrderModel, 'allocation' | 'ordersForOthers' | 'paysOwn'>,
  previous: OrderModel | undefined,
): Promise<OrderFixture> {
  const { portal, people } = stage;
  await resetStage(stage, previous ?? createModel(allocation));
  const garments = { 0: stage.garments[0], 1: stage.garments[1], [CAP]: await createGarment(portal.db, CAP), [POLO]: stage.polo };
  const listed = Object.values(garments);
  const wardrobe = { beyond: paysOwn ? ('own_payment' as const) : ('approval' as const), ...ALLOCATIONS[allocation].wardrobe };
  const { client: wearer, id } = await aWearer(portal, listed, { ...wardrobe, role: ordersForOthers ? 'Buyer' : 'Staff' });
  const colleagues = ordersForOthers ? [await aPerson(portal.db, { role: 'Staff' })] : [];
  for (const colleague of colleagues) await aWardrobe(portal.db, colleague.id, listed, wardrobe);
  const sales = await orderFor(portal, id, SALES);
  const { rows } = await sql<{ email: string; now: string; paymentId: number }>`
    select email, to_json(clock_timestamp()) #>> '{}' as now, (select coalesce(max(id), 0) from payment_record where organisation_id = 1) as "paymentId"
    from customer where organisation_id = 1 and id = ${id}`.execute(portal.db);
  const email = rows[0]?.email as string;
  const names = (['approver', 'admin', 'director', 'stranger'] as const).map((name): [string, Caller] => [
    people[name].email,
    name,
  ]);
  return {
    ...stage,
    garments,
    wearer,
    today: (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
    firstPaymentId: rows[0]?.paymentId as number,
    choices: await createCheckoutChoices(portal.db, wearer),
    callers: { ...people, wearer, sales },
    wearerIds: [id, ...colleagues.map((colleague) => colleague.id)],
    wearerEmails: [email, ...colleagues.map((colleague) => colleague.email)],
    emails: new Map<string, Recipient>([
      ...names,
      [email, 'wearer'],
      [SALES, 'sales'],
      ...colleagues.map((colleague): [string, Recipient] => [colleague.email, 'colleague']),
    ]),
    startedAt: rows[0]?.now as string,
  };
}
