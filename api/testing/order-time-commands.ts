import { sql } from 'kysely';
import { checkOrder, command, type OrderCommand } from './order-command.ts';
import type { OrderFixture } from './order-fixture.ts';
import {
  decidersOf,
  ESCALATION_DAYS,
  EXPIRY_DAYS,
  HOLD_DAYS,
  type ModelOrder,
  type ModelReturn,
  type OpenRequest,
  type OrderModel,
  peopleOf,
  send,
} from './order-model.ts';
import { endOrder } from './order-predictions.ts';
import { canExpire, canRemind, expire } from './order-return-predictions.ts';

// Days that pass, with the jobs about deadlines.

const REMINDER_DAYS = 3;

/** Days pass, and the jobs about deadlines run at noon. `reminds`: also the one that reminds. */
function passDays(model: OrderModel, days: number, { reminds }: { reminds: boolean }): void {
  model.day += days;
  const numberOf = ({ request }: ModelOrder) => (request as OpenRequest).number;
  const waiting = model.orders.filter(({ request }) => request !== null).toSorted((a, b) => numberOf(a) - numberOf(b));
  const ageOf = ({ request }: ModelOrder) => model.day - (request as OpenRequest).day;
  const open = waiting.filter((order) => ageOf(order) < EXPIRY_DAYS);
  const isWorkingDay = model.day % 7 < 5;
  const reminded =
    reminds && isWorkingDay ? open.filter((order) => ageOf(order) > 0 && order.request && !order.request.isReminded) : [];
  for (const recipient of ['approver', 'director'] as const) {
    const own = reminded.filter((order) => decidersOf(order).includes(recipient));
    if (own.length > 0) model.mails.push(`approval-reminder, ${own.map(({ id }) => id).join(' ')}, ${recipient}`);
  }
  for (const { request } of reminded) (request as OpenRequest).isReminded = true;
  const escalated = open.filter((order) => ageOf(order) >= ESCALATION_DAYS && order.request && !order.request.isEscalated);
  if (escalated.length > 0) model.mails.push(`approval-escalated, ${escalated.map(({ id }) => id).join(' ')}, director`);
  for (const { request } of escalated) (request as OpenRequest).isEscalated = true;
  for (const order of waiting.filter((each) => !open.includes(each))) {
    endOrder(order, 'Cancelled', 'note');
    send(model, 'approval-expired', order, ...peopleOf(order, order.lines));
  }
  passDaysForExchanges(model, { reminds });
}

/** Exchanges whose pieces have not come back: people are reminded in the last days, and the new size is released after them. */
function passDaysForExchanges(model: OrderModel, { reminds }: { reminds: boolean }): void {
  const ageOf = ({ day }: ModelReturn) => model.day - day;
  for (const request of model.returns) {
    if (reminds && canRemind(request) && ageOf(request) >= HOLD_DAYS - REMINDER_DAYS && ageOf(request) <= HOLD_DAYS) {
      request.isReminded = true;
      send(model, 'exchange-reminder', request.order, ...peopleOf(request.order, [request.line]));
    }
    if (canExpire(request) && ageOf(request) > HOLD_DAYS) expire(model, request);
  }
}

/** Parcels were sent and delivered so many days earlier: the database knows its own time only. */
async function setBackParcels({ shipments }: OrderModel, { portal: { db } }: OrderFixture, days: number): Promise<void> {
  if (shipments.length === 0) return;
  await sql`
    update shipment set shipped_at = shipped_at - make_interval(days => ${days}), delivered_at = delivered_at - make_interval(days => ${days})
    where organisation_id = 1 and id = any (${shipments.map(({ id }) => id)}::bigint[])`.execute(db);
}

/** Requests to exchange were made, and end, so many days before and after the time of the jobs. */
async function dateReturns(
  { returns, day }: OrderModel,
  { portal: { db, reminds } }: OrderFixture,
  at: Date,
  days: number,
): Promise<void> {
  const exchanges = returns.filter((request) => canExpire(request) || canRemind(request));
  if (exchanges.length === 0) return;
  await sql`
    update return_request r set created_at = ${at}::timestamptz - make_interval(days => e.age), reserved_until_on = (${at}::timestamptz at time zone 'utc')::date - e.age + ${HOLD_DAYS}::int,
      reminded_at = case when ${reminds} then r.reminded_at else now() end
    from unnest(${exchanges.map(({ id }) => id)}::bigint[], ${exchanges.map((request) => day + days - request.day)}::int[]) as e (id, age)
    where r.organisation_id = 1 and r.id = e.id`.execute(db);
}

/** Lets days pass: reminders, escalation and expiry. */
export const letDaysPass = (days: number): OrderCommand =>
  command(`${days} days pass`, async (model, fixture) => {
    const { portal, counts } = fixture;
    const waiting = model.orders.flatMap(({ id, request }) => (request ? [{ id, request }] : []));
    const awaited = model.returns.filter(canExpire);
    const at = portal.dayToTime(model.day + days);
    const requested = waiting.map(({ request }) => new Date(at.getTime() - (model.day + days - request.day) * 86_400_000));
    if (waiting.length > 0)
      await sql`
        update approval a set requested_at = r.at, expires_at = r.at + interval '720 hours', reminded_at = case when ${portal.reminds} then a.reminded_at else now() end
        from unnest(${waiting.map(({ id }) => id)}::bigint[], ${requested}::timestamptz[]) as r (id, at)
        where a.organisation_id = 1 and a.order_id = r.id and a.status = 'requested'`.execute(portal.db);
    await setBackParcels(model, fixture, days);
    await dateReturns(model, fixture, at, days);
    await portal.runDeadlineJobs(at);
    const before = model.mails.length;
    passDays(model, days, portal);
    const key = `let days pass: ${waiting.length === 0 && awaited.length === 0 ? 'nothing waits' : model.mails.length > before ? 'with effect' : 'too early'}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const { id } of waiting) await checkOrder(model, fixture, model.orders.find((order) => order.id === id) as ModelOrder);
    for (const { exchange } of awaited) if (exchange) await checkOrder(model, fixture, exchange);
  });
