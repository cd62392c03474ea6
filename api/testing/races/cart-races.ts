import { sql } from 'kysely';
import { addItems, anItem, aPerson, aStockedProduct, aWardrobe, fillCart, requestSummary, submitOrder } from '../builders.ts';
import { findLedgerFaults } from '../entitlement.ts';
import { requestSheet, requestSheetCheck, type SheetRowInput } from '../order-sheets.ts';
import type { TestClient } from '../portal.ts';
import { signInAs } from '../wearers.ts';
import { createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';

interface RacedCart {
  buyer: TestClient;
  lineId: number;
  rows: SheetRowInput[];
  /** Of the rows, checked. */
  fingerprint: string;
}

/** The cart of someone who orders for others: a piece for themselves, and a checked sheet with two pieces for a wearer. */
export async function createCartRaces(portal: RacePortal): Promise<RacesOfKind> {
  const { db } = portal;
  const shirt = await aStockedProduct(db, { stock: [1_000_000] });
  const wearer = await aPerson(db, { role: 'Staff' });
  await aWardrobe(db, wearer.id, [shirt], { quantity: 1_000_000 });
  const rows = [{ wearer: wearer.email, garment: shirt.name, quantity: '2', reason: 'Torn' }];

  async function prepare(): Promise<RacedCart> {
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const { items } = await fillCart(buyer, anItem(shirt));
    await requestSummary(db, buyer);
    const { body } = await requestSheetCheck(buyer, rows);
    return { buyer, lineId: items[0]?.id as number, rows, fingerprint: body.fingerprint };
  }

  async function summarise({ buyer }: RacedCart): Promise<unknown> {
    const { rows: found } = await sql<{ state: unknown }>`
      select json_build_array(
        (select json_agg(json_build_array(l.wearer_id, l.quantity, l.reason, l.source) order by l.wearer_id, l.quantity)
          from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
          where t.organisation_id = 1 and t.customer_id = ${buyer.customerId}),
        (select json_agg(json_build_array(o.order_state_id, o.total_minor, (
            select json_agg(json_build_array(l.wearer_id, l.quantity) order by l.wearer_id) from order_line l
            where l.organisation_id = o.organisation_id and l.order_id = o.id)))
          from orders o where o.organisation_id = 1 and o.customer_id = ${buyer.customerId})) as state`.execute(db);
    return found[0]?.state;
  }

  const changeLine =
    (change: object): RaceCommand<RacedCart> =>
    ({ buyer, lineId }, at) =>
      at(buyer).put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${lineId}`, change);
  return createRaces<RacedCart>(
    {
      name: 'a cart with wearers',
      prepare,
      summarise,
      findFaults: () => findLedgerFaults(db),
      commands: {
        'add the sheet': ({ buyer, rows: sheet, fingerprint }, at) => requestSheet(at(buyer), sheet, fingerprint),
        'add the sheet unseen': ({ buyer, rows: sheet }, at) => requestSheet(at(buyer), sheet),
        'add a line for the wearer': ({ buyer }, at) => addItems(at(buyer), { ...anItem(shirt), customerId: wearer.id }),
        'order three pieces': changeLine({ quantity: 3 }),
        'remove the line': changeLine({ quantity: 0 }),
        order: ({ buyer }, at) => submitOrder(at(buyer)),
      },
    },
    portal,
  );
}
