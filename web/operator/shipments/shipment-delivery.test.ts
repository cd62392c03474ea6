import { describe, expect, it, test } from 'vitest';
import { getDeliveryDays, listOpenParcels, type OperatorShipment, toDeliveryTime } from './shipment-delivery.ts';

const aShipment = (id: number, change: Partial<OperatorShipment> = {}): OperatorShipment => ({
  id,
  parcelId: id,
  orderId: id * 10,
  organisationId: 1,
  organisationName: 'Meridian Resorts',
  destinationName: 'Harbour Hotel',
  personName: 'Ann Ash',
  wearerName: null,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  collectedBy: null,
  shippedOnUtc: '2026-03-02T15:00:00Z',
  deliveredOnUtc: null,
  items: [],
  ...change,
});

test('a parcel of several orders is marked once, and delivered parcels are left out', () => {
  const shipments = [aShipment(1), aShipment(2, { parcelId: 1 }), aShipment(3, { deliveredOnUtc: '2026-03-03T15:00:00Z' })];
  const { parcels, orders } = listOpenParcels(shipments);
  expect([parcels.map(({ id }) => id), orders]).toEqual([[1], 2]);
});

describe('the day of delivery', () => {
  const now = new Date(2026, 2, 9, 12);
  it('is between the latest dispatch and today', () => {
    const sent = (day: number) => aShipment(day, { shippedOnUtc: new Date(2026, 2, day, 9).toISOString() });
    expect(getDeliveryDays([sent(4), sent(6), sent(5)], now)).toEqual({ first: '2026-03-06', last: '2026-03-09' });
  });

  it('means now for today, and the end of an earlier day', () => {
    expect(toDeliveryTime('2026-03-09', now)).toBeNull();
    expect(toDeliveryTime('2026-03-06', now)).toBe(new Date(2026, 2, 6, 23, 59).toISOString());
  });
});
