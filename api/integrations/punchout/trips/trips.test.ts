import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct } from '#api/testing/builders.ts';
import { aConnection, aTrip } from '#api/testing/punchout-trips.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

describe('what a trip begins with', () => {
  let connection: Awaited<ReturnType<typeof aConnection>>;
  beforeAll(async () => {
    connection = await aConnection(portal.db);
  });

  /** Begins a trip of Meridian's Buyer with this part chosen in advance, and asks for it. */
  async function startWith(selectedSku: string | null, missingItems: object[] = []) {
    const trip = await aTrip(portal, connection, (await aPerson(portal.db)).id, { missingItems });
    await sql`update punchout_trip set selected_sku = ${selectedSku} where id = ${trip.tripId}`.execute(portal.db);
    return trip.get<'GET /api/punchout/trip'>('/api/punchout/trip');
  }

  it('S2: are the lines of the buyer’s cart that are gone', async () => {
    const missing = [
      { partId: 'OLD-1', quantity: 3 },
      { partId: null, quantity: null },
    ];
    const { status, body } = await startWith(null, missing);
    expect([status, body]).toEqual([200, { selectedSku: null, selectedProductId: null, missingItems: missing }]);
  });

  it('S9: is the product with the chosen number, its own or that of one of its sizes, where the person sees it', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5, 5] });
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2] });
    const [, size] = shirt.combinations;
    for (const sku of [shirt.name, (size?.sku ?? '').toLowerCase()])
      expect((await startWith(sku)).body).toMatchObject({ selectedSku: sku, selectedProductId: shirt.id });
    for (const sku of ['NO-SUCH-PART', foreign.name, ''])
      expect((await startWith(sku)).body).toMatchObject({ selectedSku: sku, selectedProductId: null });
  });

  it('is told to its own session alone', async () => {
    const person = await portal.as((await aPerson(portal.db)).email);
    expect((await person.get('/api/punchout/trip')).status).toBe(404);
  });
});
