import { sql } from 'kysely';
import { addItems, anItem, fillCart, requestSummary, submitOrder } from '../builders.ts';
import { aDecoratedProduct, aLogo, PRINT } from '../designs.ts';
import { findOrderFaults } from '../order-faults.ts';
import type { TestClient } from '../portal.ts';
import { signInAs } from '../wearers.ts';
import { createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';

interface RacedDesign {
  buyer: TestClient;
  designId: number;
  logoId: number;
  /** With the design, without one, and the design on the first of them. */
  decorated: number;
  plain: number;
  designOnLine: number;
}

/**
 * A saved design, a logo above a text, that is on one of two lines of a cart of which the summary was seen. Other tabs change or delete it, and an Admin takes the
 * logo out of use.
 */
export async function createDesignRaces(portal: RacePortal): Promise<RacesOfKind> {
  const { db } = portal;
  const polo = await aDecoratedProduct(db, { stock: [1_000_000, 1_000_000] });
  const admin = await signInAs(portal, { role: 'Admin' });
  const place = { productId: polo.id, methodId: PRINT, positionId: polo.positions['upper-back'] };

  async function prepare(): Promise<RacedDesign> {
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const logoId = await aLogo(db);
    const { body } = await buyer.post<'POST /api/customisations'>('/api/customisations', { ...place, logoId, text: 'Crew' });
    const designId = body.customisation.id;
    const cart = await fillCart(buyer, { ...anItem(polo), customisations: [{ id: designId }] }, anItem(polo, 1, 1));
    const [decorated, plain] = [true, false].map((isDecorated) =>
      cart.items.find(({ customisations }) => customisations.length > 0 === isDecorated),
    );
    await requestSummary(db, buyer);
    return {
      ...{ buyer, designId, logoId, decorated: decorated?.id as number, plain: plain?.id as number },
      designOnLine: decorated?.customisations[0]?.id as number,
    };
  }

  /** What the cart has and the orders have, with their designs, charges and totals, and what is saved. */
  async function summarise({ buyer }: RacedDesign): Promise<unknown> {
    const { rows } = await sql<{ state: unknown }>`
      select json_build_array(
        (select json_agg(json_build_array(c.method_id, c.position_id, c.text, c.logo_id is null)) from customisation c
          where c.organisation_id = 1 and c.customer_id = ${buyer.customerId}),
        (select json_agg(json_build_array(l.combination_id, l.quantity, l.customisation_key = '', (
            select json_agg(json_build_array(d.method_id, d.position_id, d.text, d.logo_id is null, d.customisation_id is null) order by d.position_id)
            from cart_line_customisation d where d.organisation_id = l.organisation_id and d.cart_line_id = l.id))
            order by l.combination_id, l.customisation_key = '', l.quantity)
          from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
          where t.organisation_id = 1 and t.customer_id = ${buyer.customerId}),
        (select json_agg(json_build_array(o.total_minor, o.charges_minor, (
            select json_agg(json_build_array(l.combination_id, l.quantity, l.unit_price_minor, (
                select json_agg(json_build_array(d.position_id, d.text, d.logo_id is null) order by d.position_id)
                from order_line_customisation d where d.organisation_id = l.organisation_id and d.order_line_id = l.id)) order by l.combination_id, l.id)
            from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id)))
          from orders o where o.organisation_id = 1 and o.customer_id = ${buyer.customerId})) as state`.execute(db);
    return rows[0]?.state;
  }

  /** Faults of orders, and lines of the cart whose key is not that of their designs: equal keys would join different garments. */
  async function findFaults({ buyer }: RacedDesign): Promise<object[]> {
    const { rows } = await sql<{ id: number }>`
      select l.id from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      where t.organisation_id = 1 and t.customer_id = ${buyer.customerId} and (l.customisation_key = '') = exists (
        select from cart_line_customisation d where d.organisation_id = l.organisation_id and d.cart_line_id = l.id)`.execute(db);
    const ordered = await sql<{ id: number }>`
      select id from orders where organisation_id = 1 and customer_id = ${buyer.customerId} order by id limit 1`.execute(db);
    const first = ordered.rows[0]?.id;
    return [
      ...rows.map(({ id }) => ({ fault: 'a line of a cart has the key of other designs', id })),
      ...(first === undefined ? [] : (await findOrderFaults(db, first)).filter(({ id }) => id >= first)),
    ];
  }

  const save =
    (change: object): RaceCommand<RacedDesign> =>
    ({ buyer, designId }, at) =>
      at(buyer).post<'POST /api/customisations'>('/api/customisations', { id: designId, ...change });
  const changeLine =
    (quantity: number): RaceCommand<RacedDesign> =>
    ({ buyer, decorated }, at) =>
      at(buyer).put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${decorated}`, { quantity });
  return createRaces<RacedDesign>(
    {
      name: 'a saved design',
      prepare,
      summarise,
      findFaults,
      commands: {
        'change its text': save({ text: 'Security' }),
        'leave out its logo': save({ logoId: null }),
        'delete it': ({ buyer, designId }, at) =>
          at(buyer).delete<'DELETE /api/customisations/:id'>(`/api/customisations/${designId}`),
        'take its logo out of use': ({ logoId }, at) =>
          at(admin).delete<'DELETE /api/customisationlogos/:id'>(`/api/customisationlogos/${logoId}`),
        'add pieces with it': ({ buyer, designId }, at) =>
          addItems(at(buyer), { ...anItem(polo, 2, 1), customisations: [{ id: designId }] }),
        'put it on the other line': ({ buyer, designId, plain }, at) =>
          at(buyer).post<'POST /api/shopping_cart_items/customisation'>('/api/shopping_cart_items/customisation', {
            shoppingCartItemId: plain,
            customisationId: designId,
          }),
        'take it off the line': ({ buyer, designOnLine }, at) =>
          at(buyer).delete<'DELETE /api/shopping_cart_items/customisation/:id'>(
            `/api/shopping_cart_items/customisation/${designOnLine}`,
          ),
        'order three pieces': changeLine(3),
        'remove the line': changeLine(0),
        order: ({ buyer }, at) => submitOrder(at(buyer)),
      },
    },
    portal,
  );
}
