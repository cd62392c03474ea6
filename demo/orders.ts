import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { addDays } from './calendar.ts';
import type { OrderBatch } from './order-batch.ts';
import { type OrderHistory, type SeedContext, type SeedOrderLine, TAX_RATE } from './order-history.ts';
import { drawOrderStates, hasLeftWarehouse, isCancelled, type OrderStates } from './order-lifecycle.ts';
import { type DraftLine, draftLines } from './order-lines.ts';
import { listStockEvents, packParcels, parcelRows } from './order-parcels.ts';
import { findSeasonId, lineRow, noteRows, orderRow } from './order-rows.ts';
import type { Person } from './person.ts';

import type { Random } from './random.ts';

/** Line ids are (order − 10000) × 20 + place, shipment ids (order − 10000) × 4 + place. */
const LINES = 20;

/** Generates an order of the person, placed at this time, with its history since, and adds it to the batch. */
export function addOrder(
  batch: OrderBatch,
  world: SeedContext,
  id: number,
  person: Person,
  placedAt: Date,
  random: Random,
): void {
  const { plan } = world.inventory;
  const lines = draftLines(person, findSeasonId(world, placedAt), world.inventory, random)
    .slice(0, LINES - 1)
    .map((draft, index) => priceLine(draft, (id - 10_000) * LINES + index));
  const needsApproval = !person.canApprove && asksForApproval(plan.settings, lines);
  const age = world.calendar.daysSince(placedAt);
  const fate = drawOrderStates(age, needsApproval, random);
  const decidedAt = needsApproval && fate.order !== 50 ? addDays(placedAt, Math.min(0.2 + random.next() * 1.5, age / 2)) : null;
  settleLines(lines, fate, random);
  const parcels = hasLeftWarehouse(fate) ? packParcels(lines, fate, id, decidedAt ?? placedAt, world.calendar, random) : [];
  const offAt = isCancelled(fate) ? (decidedAt ?? addDays(placedAt, Math.min(random.next() * 1.2, age / 2))) : null;
  const course: OrderHistory = {
    id,
    person,
    placedAt,
    decidedAt,
    cancelledAt: offAt,
    lines,
    needsApproval,
    states: fate,
    parcels,
    age,
  };
  const row = orderRow(world, course, random);
  const { shipments, shipmentLines } = parcelRows(plan.id, id, parcels);
  batch.orders.push(row);
  batch.lines.push(...lines.map((line) => lineRow(plan.id, id, line, person, findSeasonId(world, placedAt))));
  batch.shipments.push(...shipments);
  batch.shipmentLines.push(...shipmentLines);
  batch.notes.push(...noteRows(plan.id, course, random));
  batch.stock.push(...listStockEvents(plan.id, course));
}

function asksForApproval(settings: Record<string, unknown>, lines: SeedOrderLine[]): boolean {
  const goods = lines.reduce((sum, { price }) => sum + price, 0);
  return (
    settings.order_approval === 'always' ||
    (settings.order_approval === 'above_amount' && goods > Number(settings.approval_above_minor))
  );
}

function priceLine(draft: DraftLine, id: number): SeedOrderLine {
  const taxRate = draft.offer.product.sheet.taxExempt ? 0 : TAX_RATE;
  const price = draft.unitPrice * draft.quantity;
  return { ...draft, id, price, tax: calculateTax(price, taxRate), taxRate, shipped: 0, cancelled: 0, returned: 0 };
}

/** Quantity of each line that has been shipped, cancelled and returned. */
function settleLines(lines: SeedOrderLine[], fate: OrderStates, random: Random): void {
  if (isCancelled(fate)) for (const line of lines) line.cancelled = line.quantity;
  if (!hasLeftWarehouse(fate)) return;
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

/** A partly shipped order must have outstanding items, so an order for a single piece gets a second one. */
function holdBack(lines: SeedOrderLine[], random: Random): void {
  const held = random.pick(lines);
  if (lines.length === 1 && held.quantity === 1) {
    const price = held.unitPrice * 2;
    Object.assign(held, { quantity: 2, price, tax: calculateTax(price, held.taxRate), shipped: 1 });
  } else {
    held.shipped = lines.length === 1 ? random.between(1, held.quantity - 1) : random.between(0, held.quantity - 1);
  }
}
