import { ORDER } from '#api/ordering/order-states/order-states.rules.ts';
import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import type { OrderBatch } from './order-batch.ts';
import type { SeedContext } from './order-history.ts';
import { addOrder, type PlannedOrder } from './orders.ts';
import type { OrganisationPlan } from './organisations/plan.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';

/** Fourteen months. */
const DAYS = 425;
const OPENS = 7 * 60;
const CLOSES = 19 * 60;
/** Above 1: more orders in the last months than in the first. */
const GROWTH = 1.35;

/** The organisation's orders of fourteen months, oldest first, so that their numbers grow with time. */
export function drawPastOrders(batch: OrderBatch, world: SeedContext): void {
  const { plan } = world.inventory;
  const random = new Random(`orders of ${plan.name}`);
  const placed = [...planKnownOrders(world, random), ...planOtherOrders(world, random)].sort(
    (one, other) => one.placedAt.getTime() - other.placedAt.getTime(),
  );
  const waiting = findWaiting(plan, placed);
  for (const [index, planned] of placed.entries())
    addOrder(batch, world, plan.orders.firstId + index, { ...planned, awaiting: waiting?.has(planned) }, random);
  if (waiting) sendBackOne(batch, plan);
}

/** One of the waiting orders replaces one of the same person that was not approved shortly before: it becomes one that the approver sent back. */
function sendBackOne(batch: OrderBatch, { id, name }: OrganisationPlan): void {
  const own = batch.orders.filter(({ organisation_id }) => organisation_id === id);
  const inState = (state: number) => own.filter(({ order_state_id }) => order_state_id === state);
  const pairs = inState(ORDER.awaitingApproval).flatMap((replacing) =>
    inState(ORDER.rejected)
      .map((sentBack) => ({ replacing, sentBack, age: Number(replacing.created_at) - Number(sentBack.created_at) }))
      .filter(({ sentBack, age }) => sentBack.customer_id === replacing.customer_id && age > 0),
  );
  const [soonest] = pairs.toSorted((one, other) => one.age - other.age);
  const isAbout = (orderId: unknown) => (row: Row) => row.organisation_id === id && row.order_id === orderId;
  const approval = batch.approvals.find(isAbout(soonest?.sentBack.id));
  const decision = batch.notes.findLast((note) => isAbout(soonest?.sentBack.id)(note) && note.visible_to_customer);
  if (!soonest || !approval || !decision) throw new Error(`No order of ${name} can have been sent back.`);
  const { replacing, sentBack } = soonest;
  replacing.replaces_order_id = sentBack.id;
  Object.assign(sentBack, { order_state_id: ORDER.cancelled, replaced_by_order_id: replacing.id });
  const reason = 'Please check the sizes with the team, then order again.';
  Object.assign(approval, { status: 'sent_back', reason });
  Object.assign(decision, {
    kind: 'sent_back',
    data: JSON.stringify({ reason }),
    actor_kind: 'customer',
    actor_id: approval.decided_by_id,
  });
}

const drawMinutes = (random: Random) => random.between(OPENS, CLOSES);

/** Named wearers have the orders of their plan, other named people the number of orders in theirs. */
function planKnownOrders({ people, calendar }: SeedContext, random: Random): PlannedOrder[] {
  return people.flatMap((person) => {
    const orders = person.known?.orders ?? [];
    return typeof orders === 'number'
      ? Array.from({ length: orders }, () => ({ person, placedAt: calendar.at(-drawAge(person, random), drawMinutes(random)) }))
      : orders.map((known) => ({ person, known, placedAt: calendar.at(-known.days, drawMinutes(random)) }));
  });
}

function planOtherOrders({ people, calendar, inventory: { plan } }: SeedContext, random: Random): PlannedOrder[] {
  const known = people.reduce(
    (sum, { known }) => sum + (typeof known?.orders === 'number' ? known.orders : (known?.orders.length ?? 0)),
    0,
  );
  const owners = listWeightedCustomers(people);
  return Array.from({ length: plan.orders.count - known }, () => {
    const person = random.pick(owners);
    return { person, placedAt: calendar.at(-drawAge(person, random), drawMinutes(random)) };
  });
}

/** The newest orders of people who may not approve themselves; undefined where not every order needs approval. */
function findWaiting(
  { approval, orders: { awaiting } }: OrganisationPlan,
  placed: PlannedOrder[],
): Set<PlannedOrder> | undefined {
  if (approval !== 'always') return undefined;
  const named = placed.filter(({ known }) => known?.awaiting);
  const others = placed.filter(({ known, person }) => !known && !person.canApprove);
  return new Set([...named, ...others.slice(named.length - awaiting)]);
}

/** Everyone but the named people, weighted by how often they order: buyers much more often than wearers. */
export function listWeightedCustomers(people: Person[]): Person[] {
  return people
    .filter((person) => !person.known && person.employedDays > 30)
    .flatMap((person) => Array.from({ length: person.roleId === 34 ? 1 : person.roleId === 35 ? 9 : 2 }, () => person));
}

/** Days since the order: not before the person came nor after they left. */
function drawAge(person: Person, random: Random): number {
  const oldest = Math.min(DAYS, person.employedDays - 1);
  const newest = Math.min(person.leftDays ?? 1, oldest);
  return Math.max(newest, Math.round(newest + (oldest - newest) * random.next() ** GROWTH));
}

/** Time of an order at this position in the history (0 oldest, 1 newest). */
export function getOrderTime(share: number, calendar: Calendar): Date {
  const age = 1 + (DAYS - 1) * (1 - share) ** GROWTH;
  const days = Math.ceil(age);
  return calendar.at(-days, OPENS + (days - age) * (CLOSES - OPENS));
}

/** A person who was employed this many days ago. */
export function drawCustomer(owners: Person[], daysAgo: number, random: Random): Person {
  let person = random.pick(owners);
  for (
    let attempt = 0;
    attempt < 100 && !(person.employedDays > daysAgo + 1 && (person.leftDays ?? 0) <= daysAgo);
    attempt += 1
  ) {
    person = random.pick(owners);
  }
  return person;
}
