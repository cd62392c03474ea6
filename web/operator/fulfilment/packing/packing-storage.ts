import type { BodyOf } from '#contract/index.ts';
import { emptyPacking, type OrderPacking, type PackingState } from './packing-state.ts';

/** What is being packed is stored on this device, order by order, until it is shipped. */
const PREFIX = 'livery.operator.packing.';
const PENDING = 'livery.operator.shipment';
const CARRIER = 'livery.operator.carrier';

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, what was scanned lasts until the page is closed.
  }
}

/** What is stored of orders. */
export const readPacking = (orderIds: readonly number[]): PackingState =>
  Object.fromEntries(orderIds.map((id) => [id, { ...emptyPacking, ...read<OrderPacking>(PREFIX + id) }]));

/** Stores what has changed. Orders of which nothing is packed are removed. */
export function writePacking(before: PackingState, after: PackingState): void {
  for (const [id, order] of Object.entries(after)) {
    if (order === before[Number(id)]) continue;
    const isEmpty = order.closed.length === 0 && Object.values(order.packed).every((count) => count === 0);
    write(PREFIX + id, isEmpty ? undefined : order);
  }
}

/** Calls `listener` when another tab has changed what is stored of one of these orders. Returns a function to unsubscribe. */
export function onPackingChanged(orderIds: readonly number[], listener: () => void): () => void {
  const keys = new Set(orderIds.map((id) => PREFIX + id));
  const handle = ({ key }: StorageEvent) => {
    if (key === null || keys.has(key)) listener();
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}

/** A shipment whose response has not arrived. Sent again with the same key, it is made once. */
export interface PendingShipment {
  key: string;
  orderIds: readonly number[];
  bagKeys: readonly string[];
  /** Whether the pieces are made ready to collect, and not sent. */
  isCollected?: boolean;
  parcels: BodyOf<'POST /api/operator/shipments'>['parcels'];
}

/** The shipment of these orders that has not been answered; undefined when there is none. */
export function findPendingShipment(orderIds: readonly number[]): PendingShipment | undefined {
  const pending = read<PendingShipment>(PENDING);
  return pending?.orderIds.some((id) => orderIds.includes(id)) ? pending : undefined;
}

/** Stores a shipment before it is sent; without one, removes it. */
export const savePendingShipment = (pending: PendingShipment | undefined): void => write(PENDING, pending);

/** The carrier of the last shipment from this device. */
export const readLastCarrier = (): string => read<string>(CARRIER) ?? '';
export const saveLastCarrier = (carrier: string): void => write(CARRIER, carrier || undefined);
