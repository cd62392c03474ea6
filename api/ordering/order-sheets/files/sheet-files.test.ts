import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet, type SheetRow } from '#api/platform/sheet-file/read-sheet.ts';
import { anItem, aStockedProduct, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { aSheetPerson, requestSheetCheck, type SheetPerson } from '#api/testing/order-sheets.ts';
import { aWorkbook } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { zipWorkbook } from '#api/testing/zip-bombs.ts';
import type { ReplyOf } from '#contract/index.ts';
import { ORDER_SHEET_FILE, readSheetFile } from './read-sheet-file.actions.ts';

const portal = usePortal();
let buyer: TestClient;
let shirt: StockedProduct;
let wearer: SheetPerson;

beforeAll(async () => {
  buyer = await signInAs(portal, { role: 'Buyer' });
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
  wearer = await aSheetPerson(portal, [shirt], { wardrobe: { quantity: 4 } });
});

type FileReply = ReplyOf<'POST /api/ordersheets/file'> & { errors?: Record<string, string[]> };
async function upload(content: Uint8Array | string, { fileName = 'sheet.csv', person = buyer } = {}) {
  const response = await portal.app.inject({
    method: 'POST',
    url: `/api/ordersheets/file?fileName=${fileName}`,
    headers: { ...person.headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  });
  return { status: response.statusCode, body: response.json() as FileReply };
}
/** Reads files without a thread of their own. */
const reader = {
  read: async (bytes: Uint8Array, name: string) => {
    const rows: SheetRow[] = [];
    const { headings, profile, reading } = await readSheet({ bytes, name }, ORDER_SHEET_FILE, {}, (row) => rows.push(row));
    const columns = headings.map((header) => ({ header, samples: [] }));
    return { columns, rows: rows.length, batches: [JSON.stringify(rows)], profile, reading: { ...reading, linesAbove: [] } };
  },
};
const read = async (content: Uint8Array | string) => {
  const body = await readSheetFile(reader, 'sheet.csv', Buffer.from(content));
  return {
    notes: body.notes,
    rows: body.rows.map(({ customerId: _, ...cells }) => Object.values(cells).join('|').replace(/\|$/, '')),
  };
};
/** The reply of 'GET /api/ordersheets/workbook'. */
const download = async (person: TestClient, query = '') => {
  const { statusCode, rawPayload } = await portal.app.inject({
    url: `/api/ordersheets/workbook${query}`,
    headers: person.headers,
  });
  expect(statusCode).toBe(200);
  return rawPayload;
};

describe('a file', () => {
  it('has names on garments under a heading of their own', async () => {
    const { rows } = await read('Name;Product;Size;Qty;Name on garment\nNiamh Doyle;Polo;M;1;Niamh D.');
    expect(rows).toEqual(['Niamh Doyle|Polo||M||1||Niamh D.']);
  });

  it('is read by its headings, in any order and with other names', async () => {
    const csv =
      'Qty;Site;Colour;E-mail;Product;Size;Why\n2;Bar;Navy;a@x.example;Polo;M;Torn\n;Bar;;b@x.example;Polo;;\n1;;;c@x.example;Cap;;\n';
    expect(await read(csv)).toEqual({
      rows: ['a@x.example|Polo|Navy|M||2|Torn', 'c@x.example|Cap||||1|'],
      notes: ['1 row without a quantity left out.', 'Columns that a sheet doesn’t have left out: Site.'],
    });
  });

  it('prefers what is clear: email address before name, SKU before product, and joins first and last name', async () => {
    expect(
      await read('First name,Surname,Email,Item,SKU,Quantity\nAnn,Lee,,Polo,,1\nBen,Ray,ben@x.example,Polo,POL-1,2\n'),
    ).toEqual({ rows: ['Ann Lee|Polo||||1|', 'ben@x.example|POL-1||||2|'], notes: [] });
  });

  it('is read in the order of the sheet where nothing is a heading', async () => {
    expect((await read('Ann Lee\tPolo\tNavy\tM\t\t1 200\nBen Ray\tPolo\tNavy\t3-Apr\tRegular\t=2+3\tTorn\n')).rows).toEqual([
      'Ann Lee|Polo|Navy|M||1 200|',
      'Ben Ray|Polo|Navy|3-Apr|Regular|=2+3|Torn',
    ]);
  });

  it('of which no row has a quantity is read as it is', async () => {
    expect((await read('Wearer,Garment\nAnn Lee,Polo\n\nBen Ray,Polo\n')).rows).toHaveLength(2);
  });

  it('leaves out hidden rows and columns, repeats merged cells, takes results of formulas, and says so', async () => {
    const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (number: number, cells: string, attributes = '') => `<row r="${number}"${attributes}>${cells}</row>`;
    const file = zipWorkbook({
      'xl/worksheets/sheet1.xml': `<worksheet><cols><col min="4" max="4" hidden="1"/></cols><sheetData>
        ${row(1, cell('A1', 'Wearer') + cell('B1', 'Garment') + cell('C1', 'Quantity') + cell('D1', 'Size'))}
        ${row(2, `${cell('A2', 'Ann Lee') + cell('B2', 'Polo')}<c r="C2"><f>1+1</f><v>2</v></c>${cell('D2', 'M')}`)}
        ${row(3, `${cell('B3', 'Cap')}<c r="C3"><v>1</v></c>`)}
        ${row(4, `${cell('A4', 'Ben Ray') + cell('B4', 'Polo')}<c r="C4"><v>5</v></c>`, ' hidden="1"')}
        ${row(5, `${cell('B5', 'Belt')}<c r="C5"><v>3</v></c>`)}
        </sheetData><mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
    });
    expect(await read(file)).toEqual({
      rows: ['Ann Lee|Polo||||2|', 'Ann Lee|Cap||||1|', '|Belt||||3|'],
      notes: [
        '1 hidden column left out.',
        '1 hidden row left out.',
        'Merged cells were read as the same value in each of their rows.',
        '1 formula read as the result that the file shows.',
      ],
    });
  });

  it('that is a workbook has numbers and dates as the check expects them', async () => {
    const file = await aWorkbook(
      ['Wearer', 'SKU', 'Size', 'Quantity'],
      ['Ann', 'POL-1', new Date('2026-04-03T00:00:00Z'), 2],
      ['Ben', 'POL-1', 16.5, 1.5],
    );
    expect((await read(file)).rows).toEqual(['Ann|POL-1||2026-04-03||2|', 'Ben|POL-1||16.5||1.5|']);
  });

  it('is refused with more than 500 rows that have a quantity', async () => {
    const lines = (count: number, quantity: string) => `Ann,Polo,${quantity}\n`.repeat(count);
    expect((await read(`Wearer,Garment,Quantity\n${lines(9_000, '')}${lines(500, '1')}`)).rows).toHaveLength(500);
    const { status, body } = await upload(`Wearer,Garment,Quantity\n${lines(3, '')}${lines(10_000, '1')}`);
    expect([status, body.errors]).toEqual([
      422,
      { file: ['The file has 10,000 rows with a quantity. A sheet holds at most 500. Please split it.'] },
    ]);
  });

  it('is refused where it is no table, and to people who order for themselves only', async () => {
    expect((await upload('')).body.errors).toEqual({ file: ['The file is empty.'] });
    expect((await upload('%PDF-1.7\n')).status).toBe(422);
    expect((await upload('Wearer\nAnn\n', { person: await signInAs(portal, { role: 'Staff' }) })).status).toBe(403);
  });
});

describe('the workbook of one’s own people', () => {
  it('has their wardrobes with what is left and the size that they have kept, and is read again', async () => {
    const order = await orderItems(portal.db, buyer, { ...anItem(shirt, 1, 1), customerId: wearer.id });
    await sql`update order_line set shipped_quantity = 1 where order_id = ${order}`.execute(portal.db);
    const sizes = async () =>
      ((await readXlsx(await download(buyer))).sheets[0]?.rows ?? [])
        .filter(([name]) => name === wearer.name)
        .map((row) => row[3]);
    expect(await sizes()).toEqual([null]);
    await sql`update orders set created_at = created_at - interval '40 days' where id = ${order}`.execute(portal.db);
    const file = await download(buyer);
    const rows = (await readXlsx(file)).sheets[0]?.rows ?? [];
    expect(rows[0]).toEqual([
      'Wearer',
      'Garment or SKU',
      'Colour',
      'Size',
      'Fit',
      'Quantity',
      'Reason',
      'Name on garment',
      'Left',
      'Group',
    ]);
    const own = rows.find(([name]) => name === wearer.name);
    expect(own?.slice(0, 9)).toEqual([wearer.name, shirt.name, null, 'Size 1', null, null, null, null, 3]);

    const filled = await aWorkbook(...(rows.map((row) => (row === own ? row.with(5, 2) : row)) as Parameters<typeof aWorkbook>));
    const { body } = await upload(filled);
    expect(body.rows).toMatchObject([{ wearer: wearer.name, garment: shirt.name, size: 'Size 1', quantity: '2' }]);
    expect(body.notes.filter((note) => note.startsWith('Columns'))).toEqual([]);
    expect((await requestSheetCheck(buyer, body.rows)).body.rows[0]?.state).toBe('ready');
  });

  it('has people for whom one may order only, those of one name by email address', async () => {
    const twins = [
      await aSheetPerson(portal, [shirt], { name: ['Robin', 'Twofold'] }),
      await aSheetPerson(portal, [shirt], { name: ['robin', 'Twofold'] }),
    ];
    const south = await aSheetPerson(portal, [shirt], { groupIds: [SOUTH.groupId], resortId: SOUTH.resortId });
    const closed = await aSheetPerson(portal, [shirt], { active: false });
    const names = async (person: TestClient, query = '') =>
      new Set(((await readXlsx(await download(person, query))).sheets[0]?.rows ?? []).map(([name]) => name));
    const seen = await names(buyer);
    expect([...twins.map(({ email }) => email), south.name, closed.name].map((name) => seen.has(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const inSouth = await names(await signInAs(portal, { role: 'Sales' }), `?groupId=${SOUTH.groupId}`);
    expect([inSouth.has(south.name), inSouth.has(wearer.name)]).toEqual([true, false]);
  });
});
