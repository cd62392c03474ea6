import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aDecoratedOrder } from '#api/testing/decoration.ts';
import { aDecoratedProduct, anOrganisationDesign, type DecoratedProduct, PRINT } from '#api/testing/designs.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const TEXT = 'Niamh D.';
let polo: DecoratedProduct;
let admin: TestClient;

beforeAll(async () => {
  await setApprovalRules(portal);
  polo = await aDecoratedProduct(portal.db);
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  await anOrganisationDesign(portal.db, {
    ...{ name: 'House line', place: 'left-chest', text: 'Meridian', font_name: 'Sans', letter_mm: 10 },
    ...{ is_mandatory: true, product_id: polo.id },
  });
});

/** Someone who has saved a design, and has ordered it beside that of their organisation. */
async function aPersonWithDesigns() {
  const person = await aPerson(portal.db, { role: 'Buyer' });
  const client = await portal.as(person.email);
  const design = { methodId: PRINT, positionId: polo.positions['upper-back'], text: TEXT };
  const saved = await client.post<'POST /api/customisations'>('/api/customisations/', {
    customisation: { productId: polo.id, name: 'Mine', ...design },
  });
  expect(saved.status).toBe(200);
  const order = await aDecoratedOrder(portal, client, polo, { designs: [design] });
  return { ...person, client, order };
}

it('gives the texts of ordered garments and saved designs with a copy of one’s data', async () => {
  const { client, order } = await aPersonWithDesigns();
  const { body } = await client.get<'GET /api/mydata'>('/api/mydata');
  const lines = body.orders.find(({ id }) => id === order.id)?.lines;
  expect(lines?.map(({ texts }) => texts.toSorted())).toEqual([['Meridian', TEXT]]);
  expect(body.designs).toMatchObject([{ name: 'Mine', text: TEXT }]);
});

it('erases what someone had on garments, and keeps what their organisation has on all of them', async () => {
  const { id, email, order } = await aPersonWithDesigns();
  // A name that the organisation requires is that of the person all the same.
  const nameDesign = await anOrganisationDesign(portal.db, {
    ...{ name: 'Names', place: 'right-chest', name_form: 'first-last', font_name: 'Sans', letter_mm: 10 },
    ...{ is_mandatory: true, archived_at: new Date() },
  });
  await sql`
    insert into order_line_customisation (organisation_id, order_line_id, method_id, method, position_id, position, side, x_cm, y_cm, width_cm, height_cm,
      measured_from, text, font_name, letter_mm, garment_design_id, is_mandatory, price_minor, setup_minor, design_key)
    values (1, ${order.lines[0]}, 10, 'Embroidery', 1, 'Right chest', 'front', 1, 1, 9, 7, '', 'Niamh Daly', 'Sans', 10, ${nameDesign}, true, 0, 0, 'names')`.execute(
    portal.db,
  );
  expect((await erasePerson(admin, id, email)).status).toBe(200);
  const { rows } = await sql<{ text: string | null }>`
    select text from order_line_customisation where order_line_id = ${order.lines[0]} order by text`.execute(portal.db);
  expect(rows).toEqual([{ text: 'Meridian' }, { text: null }, { text: null }]);
  const saved = await sql`select from customisation where customer_id = ${id}`.execute(portal.db);
  expect(saved.rows).toEqual([]);
});
