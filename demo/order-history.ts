import type { ApprovalReason } from '#api/ordering/approval/approval-reasons.rules.ts';
import { type AddressRow, addressJson } from './addresses.ts';
import type { Calendar } from './calendar.ts';
import type { OrderStates } from './order-lifecycle.ts';
import type { DraftLine, Inventory } from './order-lines.ts';
import type { SeasonRow } from './organisation-rows.ts';
import type { Person } from './person.ts';

export const TAX_RATE = 0.2;

export interface SeedOrderLine extends DraftLine {
  id: number;
  price: number;
  tax: number;
  taxRate: number;
  shipped: number;
  cancelled: number;
  returned: number;
}

/** Everything that has happened to an order by today. */
export interface OrderHistory {
  id: number;
  person: Person;
  placedAt: Date;
  /** When it was approved or rejected, for one that had to be. */
  decidedAt: Date | null;
  /** When it was cancelled or rejected. */
  cancelledAt: Date | null;
  lines: SeedOrderLine[];
  /** Why it needs approval; empty when it does not. */
  approvalReasons: ApprovalReason[];
  states: OrderStates;
  parcels: Parcel[];
  age: number;
}

/** Data shared by the orders of one organisation, indexed for quick lookup. */
export interface SeedContext {
  inventory: Inventory;
  people: Person[];
  seasons: SeasonRow[];
  calendar: Calendar;
  /** Generated people who order for themselves, and those who order for the site. */
  wearers: Person[];
  buyers: Person[];
  approvers: Person[];
  /** People who may order for others. */
  impersonators: Person[];
  /** How many more orders wait for approval, where only some orders need it. */
  waitingLeft: number;
  /** As JSON text, as an order stores it. */
  billingAddress: string;
  getShippingAddress: (person: Person) => string;
}

/** Indexes people, addresses and seasons of one organisation for its orders. */
export function createSeedContext(
  shelf: Inventory,
  people: Person[],
  addresses: AddressRow[],
  seasons: SeasonRow[],
  calendar: Calendar,
): SeedContext {
  const office = addresses.find((row) => row.customer_id === null && row.resort_id === null);
  if (!office) throw new Error(`${shelf.plan.name} has no address for its invoices.`);
  const ofResort = new Map(addresses.filter(({ is_default }) => is_default).map((row) => [row.resort_id, addressJson(row)]));
  const ofPerson = new Map(addresses.map((row) => [row.customer_id, addressJson(row)]));
  const invoiceTo = addressJson(office);
  return {
    inventory: shelf,
    people,
    seasons,
    calendar,
    wearers: people.filter(({ roleId, known, employedDays }) => roleId === 34 && !known && employedDays > 30),
    buyers: people.filter(({ roleId, known, canApprove }) => roleId === 35 && !known && !canApprove),
    approvers: people.filter(({ canApprove, active }) => canApprove && active).slice(0, 50),
    impersonators: people.filter(({ roleId, active }) => active && (roleId === 36 || roleId === 33)).slice(0, 10),
    waitingLeft: shelf.plan.approval === 'always' ? 0 : shelf.plan.orders.awaiting,
    billingAddress: invoiceTo,
    getShippingAddress: (person) => (person.resort ? ofResort.get(person.resort.id) : ofPerson.get(person.id)) ?? invoiceTo,
  };
}

export interface Parcel {
  id: number;
  /** Null for pieces that were collected. */
  carrier: string | null;
  number: string | null;
  url: string | null;
  shippedAt: Date;
  deliveredAt: Date | null;
  contents: { line: SeedOrderLine; quantity: number }[];
}
