import type { DELIVERY_KINDS } from '#contract/ordering/delivery-options.ts';
import type { PARCEL_MODES } from '#contract/ordering/fulfilment/fulfilment.ts';
import type { toPostalLines } from '../documents/postal-address.rules.ts';
import type { OrderState } from '../order-states/order-states.rules.ts';

/** A released order that the warehouse works on, locked until the transaction ends. */
export interface OpenOrder {
  organisationId: number;
  orderId: number;
  brandId: number;
  /** The name of the brand, for mails. */
  brandName: string;
  /** Of the organisation; IANA name. */
  timeZone: string;
  parcelMode: (typeof PARCEL_MODES)[number];
  destination: string;
  deliveryKind: (typeof DELIVERY_KINDS)[number];
  /** Name of the way of delivery; null for none. */
  deliveryMethod: string | null;
  stateId: OrderState;
  pickingStartedAt: Date | null;
  customerId: number;
  placedById: number;
  personName: string;
  shippingAddress: Parameters<typeof toPostalLines>[1];
}

/** A line of an open order. */
export interface OpenLine {
  id: number;
  orderId: number;
  wearerId: number | null;
  wearerName: string | null;
  /** Name and size in words. */
  name: string;
  sku: string;
  pending: number;
  /** Of the pending pieces, those that wait to be collected. */
  packed: number;
  isPersonalised: boolean;
  /** Of the pending pieces, those that are to be decorated before they are packed. */
  undecorated: number;
  /** Finished pieces, those that were sent included. */
  decorated: number;
  /** Since when it can be neither cancelled nor changed; null before. */
  decorationStartedAt: Date | null;
  /** `YYYY-MM-DD`; null when none was promised. */
  dueOn: string | null;
}
