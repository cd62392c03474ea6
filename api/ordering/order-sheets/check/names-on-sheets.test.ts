import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { aDecoratedProduct, aNameDesign, anOrganisationDesign, type DecoratedProduct } from '#api/testing/designs.ts';
import { aSheetPerson, messagesOf, requestSheet, requestSheetCheck, type SheetRowInput } from '#api/testing/order-sheets.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: TestClient;
let polo: DecoratedProduct;
let people: { name: string; email: string; id: number }[];

beforeEach(async () => {
  await sql`update garment_design set archived_at = now() where archived_at is null`.execute(portal.db);
  polo = await aDecoratedProduct(portal.db, { stock: [500, 500] });
  people = [
    await aSheetPerson(portal, [polo], { name: ['Niamh', 'van der Doyle'], wardrobe: { quantity: 50 } }),
    await aSheetPerson(portal, [], { name: ['Orla', 'Byrne'] }),
  ];
  buyer = await signInAs(portal, { role: 'Buyer' });
});

const aRow = (cells: SheetRowInput = {}): SheetRowInput => ({
  wearer: people[0]?.email as string,
  garment: polo.name,
  size: 'Size 1',
  quantity: '2',
  ...cells,
});
const check = async (...rows: SheetRowInput[]) => (await requestSheetCheck(buyer, rows)).body;
const namesOf = ({ rows }: Awaited<ReturnType<typeof check>>) => rows.map(({ nameOnGarment }) => nameOnGarment);

describe('names on a sheet', () => {
  it('are those of the wearers as the design has them, unless another is typed, and are priced and added', async () => {
    const designId = await aNameDesign(portal.db, { price_minor: 150, setup_minor: 500 });
    const rows = [
      aRow(),
      aRow({ nameOnGarment: ' Doyle ' }),
      aRow({ wearer: people[1]?.email as string }),
      aRow({ nameOnGarment: '–' }),
      aRow({ nameOnGarment: 'Niamh D.', quantity: '1' }),
    ];

    const checked = await check(...rows);
    expect(namesOf(checked)).toEqual(['Niamh D.', 'Doyle', 'Orla B.', null, 'Niamh D.']);
    expect(checked.rows.map(({ unitPrice }) => unitPrice)).toEqual([11.5, 11.5, 11.5, 10, 11.5]);
    expect(checked.rows.map(({ state }) => state)).not.toContain('problem');
    // Once for all names, in whatever rows.
    expect(checked.totals.setUpTotal).toBe(checked.totals.taxDisplayType === 0 ? 6 : 5);

    const { status, body } = await requestSheet(buyer, rows, checked.fingerprint);
    expect(status).toBe(200);
    expect(
      body.items.map(({ quantity, unitPriceExclTax, customisations }) => [
        quantity,
        unitPriceExclTax,
        ...customisations.flatMap(({ text, nameDesignId }) => [text, nameDesignId]),
      ]),
    ).toEqual([
      [3, 11.5, 'Niamh D.', designId],
      [2, 11.5, 'Doyle', designId],
      [2, 11.5, 'Orla B.', designId],
      [2, 10],
    ]);
    expect(body.charges.map(({ exclTax }) => exclTax)).toEqual([5]);
  });

  it('are refused at their cells where they cannot be made', async () => {
    await aNameDesign(portal.db);
    const { rows } = await check(
      aRow({ nameOnGarment: 'Wilhelmina Featherstonehaugh' }),
      aRow({ nameOnGarment: 'مريم' }),
      aRow({ nameOnGarment: '=A1' }),
      aRow({ nameOnGarment: '🙂' }),
    );
    expect(rows.map((row) => messagesOf(row).filter((text) => text.startsWith('nameOnGarment: ')))).toEqual([
      [expect.stringContaining('Please shorten it')],
      [expect.stringContaining('not in Sans')],
      ['nameOnGarment: This is a formula. Enter its result.'],
      [expect.stringContaining('not in Sans')],
    ]);
    expect(rows.map(({ state }) => state)).toEqual(['problem', 'problem', 'problem', 'problem']);
    expect((await requestSheet(buyer, [aRow({ nameOnGarment: '🙂' })])).errors).toEqual({
      'items[0].nameOnGarment': [expect.stringContaining('not in Sans')],
    });
  });

  it('belong to garments with a design for them: of the wardrobe, the product or everything', async () => {
    const { rows: wardrobes } = await sql<{ id: number }>`
      select collection_id as id from customer_collection where customer_id = ${people[0]?.id as number}`.execute(portal.db);
    const other = wardrobes[0]?.id as number;
    expect(namesOf(await check(aRow()))).toEqual([null]);
    const typed = await check(aRow({ nameOnGarment: 'Niamh' }));
    expect(messagesOf(typed.rows[0] as never)).toContain('nameOnGarment: This garment takes no name. Empty the cell.');

    await aNameDesign(portal.db, { collection_id: other, name_form: 'last' });
    await aNameDesign(portal.db, { name_form: 'first' });
    expect(namesOf(await check(aRow(), aRow({ wearer: people[1]?.email as string })))).toEqual(['van der Doyle', 'Orla']);

    await anOrganisationDesign(portal.db, {
      place: 'right-chest',
      is_mandatory: true,
      text: 'House',
      font_name: 'Sans',
      letter_mm: 6,
      product_id: polo.id,
    });
    expect(namesOf(await check(aRow()))).toEqual([null]);
  });

  it('are read in one statement, however many rows there are', async () => {
    await aNameDesign(portal.db);
    const plain = await aStockedProduct(portal.db);
    const count = async (...rows: SheetRowInput[]) => {
      await check(...rows);
      const before = portal.statementsSent();
      await check(...rows);
      return portal.statementsSent() - before;
    };
    const undecorated = await count(aRow({ garment: plain.name }));
    const many = Array.from({ length: 40 }, (_, index) => aRow({ nameOnGarment: `Bo ${index}`, quantity: '1' }));
    expect(await count(...many)).toBe(undecorated + 1);
  });

  it('are kept as they were typed', async () => {
    const saved = await buyer.post<'POST /api/ordersheets'>('/api/ordersheets', {
      orderSheet: { name: 'Names', rows: [aRow({ nameOnGarment: 'Doyle' })] },
    });
    const { body } = await buyer.get<'GET /api/ordersheets/:id'>(`/api/ordersheets/${saved.body.orderSheet.id}`);
    expect(body.orderSheet.rows.map(({ nameOnGarment }) => nameOnGarment)).toEqual(['Doyle']);
  });
});
