import { taxOf } from '../../catalogue/catalogue.rules.ts';
import { addDays } from './calendar.ts';
import type { OrderBatch } from './order-batch.ts';
import { type Course, type Line, type OrderWorld, TAX_RATE } from './order-course.ts';
import { decideFate, type Fate, isOff, leftTheWarehouse } from './order-fate.ts';
import { type DraftLine, draftLines } from './order-lines.ts';
import { dispatch, parcelRows, stockEvents } from './order-parcels.ts';
import { lineRow, noteRows, orderRow, seasonOf } from './order-rows.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** Line ids are (order − 10000) × 20 + place, shipment ids (order − 10000) × 4 + place. */
const LINES = 20;

/** Draws one order of the person, placed then, with all that has happened to it since, and adds it to the batch. */
export function addOrder(batch: OrderBatch, world: OrderWorld, id: number, person: Person, placedAt: Date, random: Random): void {
  const { plan } = world.shelf;
  const lines = draftLines(person, seasonOf(world, placedAt), world.shelf, random)
    .slice(0, LINES - 1)
    .map((draft, index) => priceLine(draft, (id - 10_000) * LINES + index));
  const needsApproval = !person.mayApprove && asksForApproval(plan.settings, lines);
  const age = world.calendar.daysSince(placedAt);
  const fate = decideFate(age, needsApproval, random);
  const decidedAt = needsApproval && fate.order !== 50 ? addDays(placedAt, Math.min(0.2 + random.next() * 1.5, age / 2)) : null;
  settleLines(lines, fate, random);
  const parcels = leftTheWarehouse(fate) ? dispatch(lines, fate, id, decidedAt ?? placedAt, world.calendar, random) : [];
  const offAt = isOff(fate) ? (decidedAt ?? addDays(placedAt, Math.min(random.next() * 1.2, age / 2))) : null;
  const course: Course = { id, person, placedAt, decidedAt, offAt, lines, needsApproval, fate, parcels, age };
  const row = orderRow(world, course, random);
  const { shipments, shipmentLines } = parcelRows(plan.id, id, parcels);
  batch.orders.push(row);
  batch.lines.push(...lines.map((line) => lineRow(plan.id, id, line, person)));
  batch.shipments.push(...shipments);
  batch.shipmentLines.push(...shipmentLines);
  batch.notes.push(...noteRows(plan.id, course, random));
  batch.stock.push(...stockEvents(course));
}

function asksForApproval(settings: Record<string, unknown>, lines: Line[]): boolean {
  const goods = lines.reduce((sum, { price }) => sum + price, 0);
  return (
    settings.order_approval === 'always' ||
    (settings.order_approval === 'above_amount' && goods > Number(settings.approval_above_minor))
  );
}

function priceLine(draft: DraftLine, id: number): Line {
  const taxRate = draft.offer.product.sheet.taxExempt ? 0 : TAX_RATE;
  const price = draft.unit * draft.quantity;
  return { ...draft, id, price, tax: taxOf(price, taxRate), taxRate, shipped: 0, cancelled: 0, returned: 0 };
}

/** How much of each line has been sent, struck off and sent back. */
function settleLines(lines: Line[], fate: Fate, random: Random): void {
  if (isOff(fate)) for (const line of lines) line.cancelled = line.quantity;
  if (!leftTheWarehouse(fate)) return;
  for (const line of lines) {
    if (fate.order === 30 && lines.length > 1 && random.chance(0.02)) line.cancelled = random.between(1, line.quantity);
    line.shipped = line.quantity - line.cancelled;
  }
  if (lines.every(({ shipped }) => shipped === 0))
    for (const line of lines) Object.assign(line, { shipped: line.quantity, cancelled: 0 });
  if (fate.shipping === 25) holdBack(lines, random);
  if (fate.payment === 40) for (const line of lines) line.returned = line.shipped;
  if (fate.payment === 35) {
    const line = random.pick(lines.filter(({ shipped }) => shipped > 0));
    line.returned = random.between(1, line.shipped);
  }
}

/** Something of a partly shipped order is still to come; an order for a single piece cannot be one, and gets a second. */
function holdBack(lines: Line[], random: Random): void {
  const held = random.pick(lines);
  if (lines.length === 1 && held.quantity === 1) {
    const price = held.unit * 2;
    Object.assign(held, { quantity: 2, price, tax: taxOf(price, held.taxRate), shipped: 1 });
  } else {
    held.shipped = lines.length === 1 ? random.between(1, held.quantity - 1) : random.between(0, held.quantity - 1);
  }
}
