import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';

export type OperatorShipment = ReplyOf<'GET /api/operator/shipments'>['shipments'][number];

/** Shipments on a page of the list. */
export const SHIPMENT_ROWS = 50;

/** The states of shipments, with their labels. */
export const shipmentStates = { onTheWay: 'On the way', delivered: 'Delivered' } as const;
type ShipmentState = keyof typeof shipmentStates;

const isShipmentState = (name: string): name is ShipmentState => Object.hasOwn(shipmentStates, name);

/** The filters of the list, kept in the page's URL. An unset filter is 0 or empty. */
export interface ShipmentFilters {
  search: string;
  organisation: number;
  order: number;
  state: ShipmentState | '';
  /** Zero-based. */
  page: number;
}

/** Reads the filters from the URL. Invalid values are ignored. */
export function readShipmentFilters(search: URLSearchParams): ShipmentFilters {
  const number = (name: string, max = 2_147_483_647) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= max ? value : 0;
  };
  const state = search.get('state') ?? '';
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    organisation: number('organisation'),
    order: number('orderId'),
    state: isShipmentState(state) ? state : '',
    page: Math.max(0, number('page', 10_000) - 1),
  };
}

/** Writes the filters to URL parameters. Pages are counted from 1 in the URL. */
export function writeShipmentFilters(filters: ShipmentFilters): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string | number) => value && search.set(name, String(value));
  set('q', filters.search);
  set('organisation', filters.organisation);
  set('orderId', filters.order);
  set('state', filters.state);
  if (filters.page > 0) set('page', filters.page + 1);
  return search;
}

export const noShipmentFilters: ShipmentFilters = readShipmentFilters(new URLSearchParams());

/** The query of the list. */
export const toShipmentsQuery = (filters: ShipmentFilters): QueryOf<'GET /api/operator/shipments'> => ({
  page: filters.page,
  limit: SHIPMENT_ROWS,
  ...(filters.search && { searchTerm: filters.search }),
  ...(filters.organisation && { organisationId: filters.organisation }),
  ...(filters.order && { orderId: filters.order }),
  ...(filters.state && { state: filters.state }),
});

/** One shipment of each parcel that is on the way, and how many orders of the list are in these parcels. */
export function listOpenParcels(shipments: readonly OperatorShipment[]): { parcels: OperatorShipment[]; orders: number } {
  const open = shipments.filter(({ deliveredOnUtc }) => deliveredOnUtc === null);
  return {
    parcels: [...new Map(open.toReversed().map((shipment) => [shipment.parcelId, shipment])).values()].toReversed(),
    orders: new Set(open.map(({ orderId }) => orderId)).size,
  };
}

/** The days, `YYYY-MM-DD`, on which parcels can have been delivered: from the latest dispatch to today. */
export const getDeliveryDays = (parcels: readonly OperatorShipment[], now = new Date()): { first: string; last: string } => {
  const last = toIsoDay(now);
  const days = parcels.flatMap(({ shippedOnUtc }) => (shippedOnUtc ? [toIsoDay(new Date(shippedOnUtc))] : []));
  return { first: days.toSorted().at(-1) ?? last, last };
};

/** The time of delivery to send for a day: its end, because the hour is not known; null, which means now, for today. */
export const toDeliveryTime = (day: string, now = new Date()): string | null =>
  day === toIsoDay(now) ? null : new Date(`${day}T23:59:00`).toISOString();
