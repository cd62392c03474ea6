import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, fillCart, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { aSheetPerson, messagesOf, requestSheetCheck, type SheetPerson, type SheetRowInput } from '#api/testing/order-sheets.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct } from '#api/testing/products.ts';
import { aWearer as aSizingWearer, saveTestBody } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: TestClient;
let shirt: CatalogueProduct;
let wearer: SheetPerson;
const NAME = 'Sheet shirt';

beforeAll(async () => {
  shirt = await aCatalogueProduct(portal.db, {
    product: { name: NAME, sku: 'SHEET', gtin: '4006381333931', price_minor: 1000 },
    colours: ['White', 'Navy'],
    sizes: ['S', 'M', '3/4', '16½'],
    fits: ['Regular', 'Long'],
    stock: 30,
    tiers: [{ quantity: 10, price_minor: 900 }],
  });
  wearer = await aSheetPerson(portal, [shirt], { wardrobe: { quantity: 5, beyond: 'approval' }, employeeNumber: '00471' });
  buyer = await signInAs(portal, { role: 'Buyer' });
});

const aRow = (cells: SheetRowInput = {}): SheetRowInput => ({
  wearer: wearer.name,
  garment: NAME,
  colour: 'White',
  size: 'M',
  fit: 'Regular',
  quantity: '1',
  ...cells,
});
const check = async (...rows: SheetRowInput[]) => {
  const { status, body, errors } = await requestSheetCheck(buyer, rows);
  expect([status, errors]).toEqual([200, {}]);
  return body;
};
const checkRow = async (cells: SheetRowInput) => {
  const [row] = (await check(aRow(cells))).rows;
  if (!row) throw new Error('No answer for the row.');
  return row;
};

describe('a sheet', () => {
  it('says what a row will be, and adds up', async () => {
    const { rows, totals, canAdd, warnings } = await check(
      aRow({ quantity: '3' }),
      {},
      aRow({ colour: 'navy', size: 's', quantity: ' 4,0 ' }),
    );

    expect(rows).toMatchObject([
      {
        number: 1,
        state: 'ready',
        wearer: { id: wearer.id, name: wearer.name },
        productId: shirt.id,
        combinationId: shirt.combinations.get('White, M, Regular')?.id,
        attributeDescription: 'White, M, Regular',
        colour: 'White',
        size: 'M',
        fit: 'Regular',
        proposedFrom: null,
        quantity: 3,
        unitPrice: 10,
        subTotal: 30,
        coveredQuantity: 3,
        beyondQuantity: 0,
        leftQuantity: 5,
        beyond: 'approval',
        needsApproval: false,
        isLate: false,
        messages: [],
      },
      { number: 2, state: 'empty', messages: [] },
      { number: 3, state: 'note', coveredQuantity: 2, beyondQuantity: 2, needsApproval: true },
    ]);
    expect(rows.slice(2).flatMap(messagesOf)).toEqual([
      'quantity: 2 beyond the entitlement: needs approval.',
      'reason: Enter a reason, or give it at checkout.',
    ]);
    expect(totals).toMatchObject({
      rows: 2,
      addableRows: 2,
      problemRows: 0,
      wearers: 1,
      pieces: 7,
      coveredQuantity: 5,
      beyondQuantity: 2,
      needsApproval: true,
      approvalReasons: ['2 pieces beyond the entitlement'],
      lateQuantity: 0,
      subTotal: 70,
      subTotalExclTax: 70,
      subTotalInclTax: 84,
      taxDisplayType: 10,
      currencyCode: 'GBP',
      cartLines: 0,
      byWearer: [{ customerId: wearer.id, name: wearer.name, pieces: 7, beyondQuantity: 2, subTotal: 70 }],
    });
    expect([canAdd, warnings]).toEqual([true, []]);
  });

  it.each([
    ['an email address', () => ({ wearer: wearer.email.toUpperCase() })],
    ['an employee number without its zeros', () => ({ wearer: '471' })],
    ['a name with other spaces and case', () => ({ wearer: ` ${wearer.name.toUpperCase().replace(' ', '\u00a0 ')} ` })],
    ['last name first', () => ({ wearer: wearer.name.split(' ').reverse().join(', ') })],
    ['the SKU of a combination', () => ({ garment: 'sheet/white-m-regular', colour: '', size: '', fit: '' })],
    ['a SKU with the same choices', () => ({ garment: 'SHEET/WHITE-M-REGULAR' })],
    ['the SKU of the product', () => ({ garment: 'Sheet' })],
    ['a GTIN', () => ({ garment: '4006381333931' })],
    ['size and fit in one cell', () => ({ size: 'm regular', fit: '' })],
  ])('is read with %s', async (_, cells) => {
    expect(await checkRow(cells())).toMatchObject({
      state: 'ready',
      wearer: { id: wearer.id },
      combinationId: shirt.combinations.get('White, M, Regular')?.id,
    });
  });

  it.each([
    [{ colour: '' }, 'colour: Enter a colour.', ['White', 'Navy']],
    [{ colour: 'Red' }, `colour: ${NAME} is not made in Red.`, ['White', 'Navy']],
    [{ size: '' }, 'size: Enter a size.', ['S', 'M', '3/4', '16½']],
    [{ size: 'XXL' }, `size: ${NAME} in White is not made in XXL.`, ['S', 'M', '3/4', '16½']],
    [
      { size: '', fit: '', colour: 'Navy' },
      'size: Enter a size.',
      ['S Regular', 'S Long', 'M Regular', 'M Long', '3/4 Regular', '3/4 Long', '16½ Regular', '16½ Long'],
    ],
    [{ fit: '' }, 'fit: Enter a fit.', ['Regular', 'Long']],
    [{ fit: 'Slim' }, `fit: ${NAME} in this size is not made in Slim.`, ['Regular', 'Long']],
    [{ size: '5-May' }, 'size: A spreadsheet has turned this size into a date. Enter the size again.', ['S', 'M', '3/4', '16½']],
    [
      { garment: 'SHEET/WHITE-M-REGULAR', size: 'S' },
      'size: SHEET/WHITE-M-REGULAR is White, M, Regular. Empty this cell, or enter the name of the product.',
      [],
    ],
    [{ garment: '' }, 'garment: Enter a product or SKU.', []],
    [{ garment: 'Nothing like it' }, 'garment: You can’t order any product with this name, SKU or barcode.', []],
    [{ garment: '=A1' }, 'garment: This is a formula. Enter its result.', []],
    [{ wearer: '' }, 'wearer: Enter a name, email or employee number.', []],
    [{ wearer: '=B2' }, 'wearer: This is a formula. Enter its result.', []],
    [{ quantity: '' }, 'quantity: Enter a quantity.', []],
    [{ quantity: '1,5' }, 'quantity: Enter whole pieces.', []],
    [{ quantity: '2,000' }, 'quantity: Is this 2 or 2000? Enter the number without a comma.', ['2', '2000']],
  ] as [SheetRowInput, string, string[]][])('asks in the cell: %o', async (cells, message, choices) => {
    const row = await checkRow(cells);
    expect([row.state, messagesOf(row), row.messages[0]?.choices]).toEqual(['problem', [message], choices]);
  });

  it('reads a size that a spreadsheet turned into a date, and halves', async () => {
    const dated = await checkRow({ size: '3-Apr' });
    expect([dated.state, dated.size, messagesOf(dated)]).toEqual([
      'note',
      '3/4',
      ['size: Read as 3/4: spreadsheets turn this size into a date.'],
    ]);
    expect((await checkRow({ size: '16,5' })).size).toBe('16½');
  });

  it('asks which of two people of one name is meant, and accepts the choice', async () => {
    const twins = [
      await aSheetPerson(portal, [], { name: ['Robin', 'Twofold'], employeeNumber: 'T-1' }),
      await aSheetPerson(portal, [], { name: ['Robin', 'Twofold'] }),
    ];
    const asked = await checkRow({ wearer: 'robin twofold' });
    expect([asked.state, asked.wearer, messagesOf(asked)]).toEqual([
      'problem',
      null,
      ['wearer: 2 people are called this. Choose one.'],
    ]);
    expect(asked.candidates.map(({ id }) => id)).toEqual(twins.map(({ id }) => id));
    expect(asked.candidates[0]).toMatchObject({ name: 'Robin Twofold', employeeNumber: 'T-1' });

    const second = twins[1]?.id as number;
    expect((await checkRow({ wearer: 'Robin Twofold', customerId: second })).wearer?.id).toBe(second);
    // The choice is that of a text, and not valid for another one.
    expect((await checkRow({ customerId: second })).wearer?.id).toBe(wearer.id);
    expect((await checkRow({ wearer: 'R. Twofold' })).candidates).toHaveLength(2);
  });

  it('does not guess from an initial', async () => {
    const one = await aSheetPerson(portal, [], { name: ['Quentin', 'O’Onlyone'] });
    const row = await checkRow({ wearer: "Q. O'Onlyone" });
    expect([row.state, row.candidates.map(({ id }) => id), messagesOf(row)]).toEqual([
      'problem',
      [one.id],
      ['wearer: Is this Quentin O’Onlyone? Choose them, or enter the full name.'],
    ]);
    expect((await checkRow({ wearer: "quentin o'onlyone" })).wearer?.id).toBe(one.id);
  });

  it('has one text for people who are unknown, closed, out of scope or of another organisation', async () => {
    const people = [
      await aSheetPerson(portal, [], { active: false }),
      await aSheetPerson(portal, [], { groupIds: [SOUTH.groupId], resortId: SOUTH.resortId }),
      await aSheetPerson(portal, [], { organisationId: 2, groupIds: [], resortId: null }),
    ];
    const texts = ['Nobody Atall', ...people.flatMap(({ name, email }) => [name, email])];
    const { rows } = await check(
      ...texts.map((text) => aRow({ wearer: text })),
      ...people.map(({ id, name }) => aRow({ wearer: name, customerId: id })),
    );
    for (const row of rows)
      expect([row.wearer, row.candidates, messagesOf(row)]).toEqual([
        null,
        [],
        ['wearer: You can’t order for anyone with this name, email or employee number.'],
      ]);
  });

  it('names only products that the person can see', async () => {
    const hidden = await aStockedProduct(portal.db, { roleIds: [33] });
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2] });
    for (const { name, combinations } of [hidden, foreign])
      for (const garment of [name, combinations[0]?.sku as string])
        expect(messagesOf(await checkRow({ garment, colour: '', size: '', fit: '' }))).toEqual([
          'garment: You can’t order any product with this name, SKU or barcode.',
        ]);
  });
});

const SIMPLE = { colour: '', size: '', fit: '' };
const simpleRow = ({ name }: StockedProduct, cells: SheetRowInput = {}) => aRow({ garment: name, ...SIMPLE, ...cells });

describe('the rules of the cart', () => {
  it('sum stock over all rows and the cart', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [8] });
    const other = await aSheetPerson(portal, [cap]);
    await fillCart(buyer, anItem(cap, 2));

    const fits = await check(simpleRow(cap, { quantity: '4' }), simpleRow(cap, { wearer: other.name, quantity: '2' }));
    expect(fits.rows.map(({ state }) => state)).toEqual(['note', 'ready']);
    const { rows, totals, canAdd } = await check(
      simpleRow(cap, { quantity: '4' }),
      simpleRow(cap, { wearer: other.name, quantity: '3' }),
    );
    expect(rows.map((row) => [row.state, messagesOf(row)])).toEqual([
      ['problem', ['quantity: Your quantity exceeds stock on hand. The maximum quantity that can be added is 3.']],
      ['problem', ['quantity: Your quantity exceeds stock on hand. The maximum quantity that can be added is 2.']],
    ]);
    expect([canAdd, totals.pieces, totals.cartLines]).toEqual([false, 0, 1]);
  });

  it('count rows for the same wearer and size together, and name the other row', async () => {
    const cap = await aStockedProduct(portal.db, { price: 1000 });
    await sql`insert into tier_price (product_id, quantity, price_minor) values (${cap.id}, 5, 800)`.execute(portal.db);
    const { rows } = await check(simpleRow(cap, { quantity: '3', number: 12 }), simpleRow(cap, { quantity: '2', number: 14 }));
    expect(rows.map(({ unitPrice, subTotal }) => [unitPrice, subTotal])).toEqual([
      [8, 24],
      [8, 16],
    ]);
    expect(rows.map((row) => messagesOf(row).at(-1))).toEqual([
      'size: Same wearer and size as row 14: pieces are counted together.',
      'size: Same wearer and size as row 12: pieces are counted together.',
    ]);
  });

  it('share what is left, and refuse what a wardrobe blocks', async () => {
    const cap = await aStockedProduct(portal.db);
    const blocked = await aSheetPerson(portal, [cap], { wardrobe: { quantity: 3, beyond: 'block' } });
    const { rows } = await check(simpleRow(cap, { wearer: blocked.name, quantity: '4' }));
    expect(rows[0]).toMatchObject({ state: 'problem', messages: [{ cell: 'quantity' }] });
    expect(rows[0]?.messages[0]?.text).toMatch(/^Wearer \w+ has only 3 left in /);
  });

  it('know last days of work, opt-outs, ordering windows and what is not sold', async () => {
    const cap = await aStockedProduct(portal.db);
    const disabled = await aStockedProduct(portal.db, { buyingDisabled: true });
    const leaver = await aSheetPerson(portal, [cap]);
    await sql`update customer set ends_on = '2020-01-31' where id = ${leaver.id}`.execute(portal.db);
    const optedOut = await aSheetPerson(portal, [cap]);
    await sql`update customer set wardrobe_opt_out_at = now() where id = ${optedOut.id}`.execute(portal.db);
    const late = await aSheetPerson(portal, [cap], { wardrobe: { closesOn: '2020-03-31' } });
    const { rows } = await check(
      ...[leaver, optedOut, late].map(({ name }) => simpleRow(cap, { wearer: name })),
      simpleRow(disabled),
    );
    expect(rows.map((row) => messagesOf(row))).toEqual([
      [`wearer: ${leaver.name}’s last day of work was 31 January 2020, so nothing can be ordered for them.`],
      [`wearer: ${optedOut.name} has opted out of the uniform. An administrator can undo it.`],
      [expect.stringMatching(/^wearer: Ordering closed on 31 March 2020\.$/)],
      ['garment: Buying is disabled for this product.'],
    ]);
  });

  it('say when pieces that are out of stock come', async () => {
    const coat = await aStockedProduct(portal.db, { stock: [3], backorderMode: 2 });
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${coat.combinations[0]?.id}, '2200-01-01', 50)`.execute(
      portal.db,
    );
    const { rows, totals } = await check(
      simpleRow(coat, { quantity: '2' }),
      simpleRow(coat, { wearer: wearer.email, quantity: '3' }),
    );
    expect(rows.map(({ isLate, dueDateUtc }) => [isLate, dueDateUtc])).toEqual([
      [false, null],
      [true, '2200-01-01T00:00:00Z'],
    ]);
    expect(rows.slice(1).map(messagesOf)[0]).toContain('quantity: 2 pieces out of stock until 1 January 2200.');
    expect([totals.lateQuantity, totals.lateDueDateUtc]).toEqual([2, '2200-01-01T00:00:00Z']);
  });
});

describe('a size that was not typed', () => {
  it('is the one that the wearer has kept, in the colour that was typed; where they said that it does not fit, it is asked', async () => {
    const keeper = await aSheetPerson(portal, [shirt], { wardrobe: { quantity: 9 } });
    const order = async (description: string, shipped: number, returned: number, days = 40) => {
      const combinationId = shirt.combinations.get(description)?.id;
      const id = await orderItems(portal.db, buyer, {
        productId: shirt.id,
        combinationId,
        quantity: 1,
        customerId: keeper.id,
      } as never);
      await sql`update order_line set shipped_quantity = ${shipped}, returned_quantity = ${returned} where order_id = ${id}`.execute(
        portal.db,
      );
      await sql`update orders set created_at = ${new Date(portal.clock.now() - days * 24 * 3600_000)} where id = ${id}`.execute(
        portal.db,
      );
      return id;
    };
    const id = await order('White, S, Long', 1, 0);
    await order('White, M, Regular', 1, 1);
    await order('White, M, Long', 0, 0);
    await order('White, M, Long', 1, 0, 20);

    const row = await checkRow({ wearer: keeper.name, colour: 'Navy', size: '', fit: '' });
    expect(row).toMatchObject({ state: 'ready', size: 'S', fit: 'Long', colour: 'Navy', proposedFrom: 'kept' });
    expect(await checkRow({ wearer: keeper.name, size: 'M', fit: '' })).toMatchObject({
      size: 'M',
      fit: 'Long',
      proposedFrom: 'kept',
    });

    await sql`insert into fit_feedback (organisation_id, order_line_id, customer_id, fit)
      select organisation_id, id, wearer_id, 'tooSmall' from order_line where order_id = ${id} and wearer_id = ${keeper.id}`.execute(
      portal.db,
    );
    expect(await checkRow({ wearer: keeper.name, colour: 'Navy', size: '', fit: '' })).toMatchObject({
      state: 'problem',
      size: null,
      messages: [{ cell: 'size', text: `${keeper.name} said that S is too small. Enter a size.`, choices: ['S', 'M'] }],
    });
    expect(await checkRow({ wearer: keeper.name, colour: 'Navy', size: 'M', fit: '' })).toMatchObject({ size: 'M', fit: 'Long' });
  });

  it('is the one advised, where nothing was kept', async () => {
    const { rows } = await sql<{ name: string; colour: string }>`
      select l.name, (select v.name from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'colour'
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id order by v.display_order limit 1) as colour
      from product p join product_listing l on l.product_id = p.id and l.organisation_id = 1 where p.handle = 'pique-polo'`.execute(
      portal.db,
    );
    const { name: garment = '', colour = '' } = rows[0] ?? {};
    const measured = await aSheetPerson(portal, [], { role: 'Buyer' });
    await saveTestBody(await aSizingWearer(portal, { email: measured.email }));

    expect(await checkRow({ wearer: measured.name, garment, colour, size: '', fit: '' })).toMatchObject({
      size: 'L',
      proposedFrom: 'advice',
    });
    expect(await checkRow({ garment, colour, size: '', fit: '' })).toMatchObject({
      size: null,
      messages: [{ text: 'Enter a size.' }],
    });
  });
});

describe('the sheet of the demonstration', () => {
  it('has rows that are ready and rows that need a decision', async () => {
    const owner = await portal.as('buyer@meridian.example');
    const [saved] = (await owner.get<'GET /api/ordersheets'>('/api/ordersheets')).body.orderSheets;
    const { orderSheet } = (await owner.get<'GET /api/ordersheets/:id'>(`/api/ordersheets/${saved?.id}`)).body;
    const { rows, totals } = (await requestSheetCheck(owner, orderSheet.rows)).body;
    expect(rows.filter(({ state }) => state === 'ready' || state === 'note').length).toBeGreaterThanOrEqual(4);
    expect(rows.flatMap(({ messages }) => messages.filter(({ kind }) => kind === 'problem').map(({ cell }) => cell))).toEqual(
      expect.arrayContaining(['wearer', 'size', 'quantity']),
    );
    expect(totals.wearers).toBeGreaterThanOrEqual(4);
  });
});
