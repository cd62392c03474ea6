import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { type ApprovalReason, listApprovalReasons } from '#api/ordering/approval/approval-reasons.rules.ts';
import { addDays } from './calendar.ts';
import { listEntitlementUses } from './entitlement.ts';
import type { OrderBatch } from './order-batch.ts';
import { type OrderHistory, type SeedContext, type SeedOrderLine, TAX_RATE } from './order-history.ts';
import {
  awaitingApproval,
  drawOrderStates,
  getUndisturbedStates,
  hasLeftWarehouse,
  isCancelled,
  type OrderStates,
} from './order-lifecycle.ts';
import { addPieceBeyond, type DraftLine, draftBuyerLines, draftKnownOrder, draftSiteLines, draftUniform } from './order-lines.ts';
import { listStockEvents, packParcels, parcelRows } from './order-parcels.ts';
import { approvalRows, lineRow, noteRows, orderRow } from './order-rows.ts';
import type { KnownOrder, OrganisationPlan } from './organisations/plan.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** An order of the history before its lines are drawn. */
export interface PlannedOrder {
  person: Person;
  placedAt: Date;
  /** The lines, of a named wearer. */
  known?: KnownOrder;
  /** Whether it waits for approval; undefined: as the age of the order makes likely. */
  awaiting?: boolean;
}

/** Days in which an order waits for approval. */
const RECENT_DAYS = 8;

/** Line ids are (order − 10000) × 20 + place, shipment ids (order − 10000) × 4 + place. */
const LINES = 20;

/** Generates the order with its history since it was placed, and adds it to the batch. */
export function addOrder(batch: OrderBatch, world: SeedContext, id: number, planned: PlannedOrder, random: Random): void {
  const { plan, uniforms } = world.inventory;
  const { placedAt } = planned;
  const { person, drafts } = draftOrder(world, planned, random);
  const lines = drafts.map((draft, index) => priceLine(draft, (id - 10_000) * LINES + index));
  const approvalReasons = person.canApprove ? [] : listReasons(plan, lines);
  const needsApproval = approvalReasons.length > 0;
  const age = world.calendar.daysSince(placedAt);
  const awaiting = planned.awaiting ?? (needsApproval && takesPlaceAmongWaiting(world, age));
  const fate = drawStates({ ...planned, awaiting }, lines, age, needsApproval, random);
  const decidedAt = needsApproval && fate.order !== 50 ? addDays(placedAt, Math.min(0.2 + random.next() * 1.5, age / 2)) : null;
  settleLines(lines, fate, planned.known !== undefined, random);
  const parcels = hasLeftWarehouse(fate) ? packParcels(lines, fate, id, decidedAt ?? placedAt, world.calendar, random) : [];
  const offAt = isCancelled(fate) ? (decidedAt ?? addDays(placedAt, Math.min(random.next() * 1.2, age / 2))) : null;
  for (const { entitlement, wearer, offer, ...line } of lines)
    if (entitlement && wearer)
      uniforms.release(wearer, { ...line, productId: offer.product.id, entitlement }, offAt ?? parcels[0]?.shippedAt ?? placedAt);
  const course: OrderHistory = {
    id,
    person,
    placedAt,
    decidedAt,
    cancelledAt: offAt,
    lines,
    approvalReasons,
    states: fate,
    parcels,
    age,
  };
  const row = orderRow(world, course, random);
  const { shipments, shipmentLines } = parcelRows(plan.id, id, parcels, `${person.firstName} ${person.lastName}`);
  batch.orders.push(row);
  batch.lines.push(...lines.map((line) => lineRow(plan.id, id, line)));
  batch.shipments.push(...shipments);
  batch.shipmentLines.push(...shipmentLines);
  batch.approvals.push(...approvalRows(world, course, random));
  batch.notes.push(...noteRows(plan.id, course, random));
  batch.stock.push(...listStockEvents(plan.id, course));
  batch.uses.push(...listEntitlementUses(plan.id, course));
}

/** Wearers who find another to order in their stead when they have everything. */
const ATTEMPTS = 40;

/** The lines; a wearer who has nothing left to order is replaced by another, or by a buyer who orders for the site. */
function draftOrder(
  world: SeedContext,
  { person, placedAt, known, awaiting }: PlannedOrder,
  random: Random,
): { person: Person; drafts: DraftLine[] } {
  const { inventory, calendar } = world;
  if (known) return { person, drafts: draftKnownOrder(person, known, placedAt, inventory, random) };
  const age = calendar.daysSince(placedAt);
  if (person.roleId !== 34) return { person, drafts: draftBuyerLines(person, placedAt, age, inventory, random) };
  let owner = person;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const drafts = isEmployed(owner, age) ? draftUniform(owner, placedAt, inventory, random) : [];
    if (drafts.length > 0) return { person: owner, drafts: awaiting ? addPieceBeyond(drafts, random) : drafts };
    owner = random.pick(world.wearers);
  }
  const buyer = random.pick(world.buyers.filter((each) => isEmployed(each, age)));
  return { person: buyer, drafts: draftSiteLines(buyer, inventory, random) };
}

const isEmployed = ({ employedDays, leftDays }: Person, daysAgo: number) =>
  employedDays > daysAgo + 1 && (leftDays ?? 0) <= daysAgo;

/** Orders of named wearers have arrived, unless their plan says that they wait. */
function drawStates(
  { known, awaiting }: PlannedOrder,
  lines: SeedOrderLine[],
  age: number,
  needsApproval: boolean,
  random: Random,
): OrderStates {
  const drawn = known ? getUndisturbedStates(age) : drawOrderStates(age, needsApproval, random);
  if (awaiting) return awaitingApproval;
  // An order of a single piece cannot be shipped in part.
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const possible = drawn.shipping === 25 && pieces === 1 ? getUndisturbedStates(age) : drawn;
  return awaiting === false && possible.order === 50 ? getUndisturbedStates(age) : possible;
}

/** Why an order needs approval; empty when it does not. */
function listReasons({ approval }: OrganisationPlan, lines: SeedOrderLine[]): ApprovalReason[] {
  const rule = { productId: null, amountMinor: null };
  return listApprovalReasons(
    approval === 'never'
      ? []
      : [
          approval === 'always'
            ? { ...rule, kind: 'always' }
            : { ...rule, kind: 'above_amount', amountMinor: approval.aboveMinor },
        ],
    {
      goodsMinor: lines.reduce((sum, { price }) => sum + price, 0),
      extraDeliveryMinor: 0,
      isFirst: false,
      lines: lines.map(({ offer, quantity, entitlement }) => ({
        productId: offer.product.id,
        productName: offer.name,
        beyond: entitlement?.reason ? quantity - entitlement.covered : 0,
      })),
    },
  );
}

/** Where only some orders need approval, the first recent ones that do wait for it. */
function takesPlaceAmongWaiting(world: SeedContext, age: number): boolean {
  if (age >= RECENT_DAYS || world.waitingLeft === 0) return false;
  world.waitingLeft -= 1;
  return true;
}

function priceLine(draft: DraftLine, id: number): SeedOrderLine {
  const taxRate = draft.offer.product.sheet.taxExempt ? 0 : TAX_RATE;
  const price = draft.unitPrice * draft.quantity;
  return { ...draft, id, price, tax: calculateTax(price, taxRate), taxRate, shipped: 0, cancelled: 0, returned: 0 };
}

/** Quantity of each line that has been shipped, cancelled and returned. */
function settleLines(lines: SeedOrderLine[], fate: OrderStates, isUndisturbed: boolean, random: Random): void {
  if (isCancelled(fate)) for (const line of lines) line.cancelled = line.quantity;
  if (!hasLeftWarehouse(fate)) return;
  for (const line of lines) {
    if (fate.order === 30 && !isUndisturbed && lines.length > 1 && random.chance(0.02))
      line.cancelled = random.between(1, line.quantity);
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

/** A partly shipped order has outstanding items. */
function holdBack(lines: SeedOrderLine[], random: Random): void {
  const held = random.pick(lines);
  held.shipped = lines.length === 1 ? random.between(1, held.quantity - 1) : random.between(0, held.quantity - 1);
}
