import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aDecoratedProduct, aLogo, type DecoratedProduct, PRINT } from '#api/testing/designs.ts';
import {
  anOrderingBuyer,
  aReturned,
  CORVANE,
  newAuxiliaryId,
  type OrderingBuyer,
  toOrder,
} from '#api/testing/purchase-orders.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let buyer: OrderingBuyer;
let person: { id: number };
let wearer: { id: number };
let polo: DecoratedProduct;
let logoId: number;

beforeAll(async () => {
  buyer = await anOrderingBuyer(portal, mailJobs);
  person = await aPerson(portal.db, { organisationId: CORVANE, groupIds: [], resortId: null });
  wearer = await aPerson(portal.db, { organisationId: CORVANE, groupIds: [], resortId: null, role: 'Staff' });
  polo = await aDecoratedProduct(portal.db, { organisationIds: [CORVANE], price: 2000, stock: [1000] });
  logoId = await aLogo(portal.db, { organisationId: CORVANE });
});

const SET_UP = { sku: 'SET-UP', quantity: 1, description: 'Set-up', unit: 'EA', kind: 'charge' as const };

it('has the designs and the wearer of the returned garment, and the set-up charge of the order', async () => {
  const design = {
    ...{ methodId: PRINT, positionId: polo.positions['upper-back'], logoId, text: null, fontName: null, threadColourId: null },
    ...{ garmentDesignId: null, comments: 'Centred', customisationId: null },
  };
  const garment = {
    ...{ collectionId: null, groupId: null, superGroupId: null, superGroupOptionId: null, wearerId: wearer.id, reason: null },
    designs: [design],
  };
  const lines = [
    { ...aReturned(polo, { unitPriceMinor: 2599, quantity: 3 }), garment },
    { ...SET_UP, auxiliaryId: newAuxiliaryId(), unitPriceMinor: 1777 },
  ];
  await buyer.returnCart(person.id, lines);
  const order = toOrder(lines);

  const status = await buyer.send(order);

  const { rows } = await sql`
    select o.goods_minor as goods, o.charges_minor as charges, o.fee_minor as fee,
      (select json_agg(json_build_object('quantity', l.quantity, 'unit', l.unit_price_minor, 'wearer', l.wearer_id)) from order_line l where l.order_id = o.id) as lines,
      (select json_agg(json_build_object('logo', k.logo_id, 'comments', k.comments)) from order_line_customisation k join order_line l on l.id = k.order_line_id
        where l.order_id = o.id) as designs,
      (select json_agg(json_build_object('kind', c.kind, 'amount', c.charge_minor)) from order_charge c where c.order_id = o.id) as setups
    from orders o where o.organisation_id = ${CORVANE} and o.po_number = ${order.orderId}`.execute(portal.db);
  expect(status.code).toBe(200);
  expect(rows).toEqual([
    {
      ...{ goods: 7797, charges: 1777, fee: 0 },
      lines: [{ quantity: 3, unit: 2599, wearer: wearer.id }],
      designs: [{ logo: logoId, comments: 'Centred' }],
      setups: [{ kind: 'setup', amount: 1777 }],
    },
  ]);
});
