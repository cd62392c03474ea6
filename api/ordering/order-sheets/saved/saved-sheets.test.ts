import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { retention } from '#api/ordering/order-sheets/saved/saved-sheets.queries.ts';
import { NORTH, SOUTH } from '#api/testing/builders.ts';
import { aSheetPerson, type SheetRowInput } from '#api/testing/order-sheets.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: TestClient;
beforeEach(async () => {
  buyer = await signInAs(portal, { role: 'Buyer' });
});

const list = async (person: TestClient) => (await person.get<'GET /api/ordersheets'>('/api/ordersheets')).body;
const save = (person: TestClient, orderSheet: object) =>
  person.post<'POST /api/ordersheets'>('/api/ordersheets', { orderSheet: { name: 'Spring', rows: [], ...orderSheet } });
const open = (person: TestClient, id: number) => person.get<'GET /api/ordersheets/:id'>(`/api/ordersheets/${id}`);
const change = (person: TestClient, id: number, orderSheet: object) =>
  person.put<'PUT /api/ordersheets/:id'>(`/api/ordersheets/${id}`, { orderSheet });
const remove = (person: TestClient, id: number) => person.delete<'DELETE /api/ordersheets/:id'>(`/api/ordersheets/${id}`);
const rowsOf = async (person: TestClient, id: number) =>
  (await open(person, id)).body.orderSheet.rows.map(({ wearer, quantity }) => `${wearer} ${quantity}`.trim());
const aRow = (wearer: string, quantity = ''): SheetRowInput => ({ wearer, quantity });

describe('saved sheets', () => {
  it('keep what was typed, and who is meant where that is clear', async () => {
    const wearer = await aSheetPerson(portal);
    const typed = {
      wearer: wearer.email,
      garment: 'Polo',
      colour: 'Nav',
      size: '3-Apr',
      fit: '',
      quantity: '1,5',
      reason: 'Torn',
      nameOnGarment: 'Bo',
    };
    const { status, body } = await save(buyer, {
      name: '  Spring ',
      rows: [typed, {}, { wearer: 'Nobody', quantity: '\u00a02 ' }],
    });
    expect([status, body.orderSheet]).toMatchObject([
      200,
      { name: 'Spring', isOwn: true, isShared: false, rowCount: 3, version: 1 },
    ]);

    const { orderSheet } = (await open(buyer, body.orderSheet.id)).body;
    expect(orderSheet).toMatchObject({ ...body.orderSheet, hiddenRowCount: 0 });
    expect(orderSheet.rows.map(({ wearer: who, quantity, customerId }) => [who, quantity, customerId])).toEqual([
      [wearer.email, '1,5', wearer.id],
      ['', '', null],
      ['Nobody', '2', null],
    ]);
    expect(orderSheet.rows[0]).toEqual({ ...typed, customerId: wearer.id });
    expect(await list(buyer)).toEqual({ orderSheets: [body.orderSheet], canSaveMore: true });
  });

  it('are changed in part, renamed and deleted by their owner', async () => {
    const { id } = (await save(buyer, { rows: [aRow('One'), aRow('Two'), aRow('Three')] })).body.orderSheet;
    expect((await change(buyer, id, { name: 'Autumn' })).body.orderSheet).toMatchObject({ name: 'Autumn', rowCount: 3 });
    expect((await change(buyer, id, { rows: [aRow('Zero'), aRow('Two')] })).body.orderSheet).toMatchObject({ rowCount: 2 });
    expect(await rowsOf(buyer, id)).toEqual(['Zero', 'Two']);
    expect((await remove(buyer, id)).body).toEqual({ success: true });
    expect(toRefusal(await open(buyer, id))).toEqual([404, { orderSheet: ['Order sheet not found.'] }]);
  });

  it('have names of their own for each person, and are at most 100', async () => {
    const { id } = (await save(buyer, {})).body.orderSheet;
    const taken = [422, { name: ['You already have a sheet with this name.'] }];
    expect(toRefusal(await save(buyer, { name: ' SPRING ' }))).toEqual(taken);
    const other = (await save(buyer, { name: 'Other' })).body.orderSheet;
    expect(toRefusal(await change(buyer, other.id, { name: 'spring' }))).toEqual(taken);
    expect((await change(buyer, id, { name: 'SPRING' })).status).toBe(200);
    const both = await Promise.all([save(buyer, { name: 'Twice' }), save(buyer, { name: 'Twice' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);

    await sql`insert into order_sheet (organisation_id, customer_id, name) select 1, ${buyer.customerId}, 'Sheet ' || n from generate_series(1, 97) n`.execute(
      portal.db,
    );
    expect((await list(buyer)).canSaveMore).toBe(false);
    expect(toRefusal(await save(buyer, { name: 'One more' }))).toEqual([
      400,
      { orderSheet: ['You can save up to 100 sheets. Delete one that you no longer need.'] },
    ]);
  });

  it('hold at most 500 rows', async () => {
    const rows = Array.from({ length: 501 }, () => ({}));
    expect(toRefusal(await save(buyer, { rows }))).toEqual([422, { rows: ['A sheet holds at most 500 rows. Please split it.'] }]);
    expect((await save(buyer, { rows: rows.slice(1) })).body.orderSheet.rowCount).toBe(500);
  });

  it('are not overwritten from another tab', async () => {
    const { id, version } = (await save(buyer, { rows: [aRow('One')] })).body.orderSheet;
    const first = await change(buyer, id, { rows: [aRow('First tab')], version });
    expect(first.status).toBe(200);
    const second = await change(buyer, id, { rows: [aRow('Second tab')], version });
    expect(toRefusal(second)).toEqual([
      409,
      { orderSheet: ['Rows: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.'] },
    ]);
    expect(await rowsOf(buyer, id)).toEqual(['First tab']);
    expect((await change(buyer, id, { name: 'Renamed', version })).status).toBe(200);
    expect((await change(buyer, id, { rows: [aRow('Again')], version: first.body.orderSheet.version })).status).toBe(200);
  });

  it('are refused to people who order for themselves only, and while ordering for someone', async () => {
    const { id } = (await save(buyer, { isShared: true })).body.orderSheet;
    for (const person of [await signInAs(portal, { role: 'Staff' }), await orderFor(portal, buyer.customerId)])
      for (const response of [
        await person.get('/api/ordersheets'),
        await save(person, {}),
        await open(person, id),
        await change(person, id, {}),
        await remove(person, id),
      ])
        expect(response.status).toBe(403);
  });
});

describe('a shared sheet', () => {
  const inSouth = { groupIds: [SOUTH.groupId], resortId: SOUTH.resortId };

  it('is seen by colleagues, with the rows of people for whom they may order', async () => {
    const [north, south] = [await aSheetPerson(portal), await aSheetPerson(portal, [], inSouth)];
    const sales = await signInAs(portal, { role: 'Sales' });
    const southBuyer = await signInAs(portal, { role: 'Buyer', ...inSouth });
    const foreign = await signInAs(portal, { role: 'Buyer', organisationId: 2, groupIds: [], resortId: null });
    const rows = [aRow(north.name, '1'), aRow(south.name, '2'), aRow('Typing', '3'), aRow(north.email, '4')];
    const { id } = (await save(sales, { name: 'Shared', rows })).body.orderSheet;

    for (const person of [buyer, southBuyer, foreign]) expect((await open(person, id)).status).toBe(404);
    await change(sales, id, { isShared: true });
    expect((await open(foreign, id)).status).toBe(404);
    expect(await rowsOf(buyer, id)).toEqual([`${north.name} 1`, `${north.email} 4`]);
    expect((await open(southBuyer, id)).body.orderSheet).toMatchObject({
      isOwn: false,
      isShared: true,
      rowCount: 1,
      hiddenRowCount: 3,
    });
    expect((await list(southBuyer)).orderSheets.find((sheet) => sheet.id === id)).toMatchObject({ isOwn: false, rowCount: 1 });

    // What a colleague saves changes the rows that they see; others stay in their places.
    const saved = await change(buyer, id, {
      rows: [aRow(north.name, '10'), aRow('Written in North', '11'), aRow(south.name, '12')],
    });
    expect(saved.body.orderSheet.rowCount).toBe(3);
    expect(await rowsOf(buyer, id)).toEqual([`${north.name} 10`, 'Written in North 11', `${south.name} 12`]);
    expect(await rowsOf(sales, id)).toEqual([`${north.name} 10`, `${south.name} 2`, 'Typing 3']);
    await change(buyer, id, { rows: [] });
    expect(await rowsOf(sales, id)).toEqual([`${south.name} 2`, 'Typing 3']);
    const full = Array.from({ length: 499 }, () => aRow(north.name));
    expect(toRefusal(await change(buyer, id, { rows: full }))).toEqual([
      422,
      { rows: ['A sheet holds at most 500 rows, and 2 of this one are for people you can’t order for.'] },
    ]);
  });

  it('is in the audit log, from being shared until it is deleted or no longer shared', async () => {
    const readActions = async (id: number) =>
      (
        await sql<{ event: unknown[] }>`
          select json_build_array(action, before ->> 'name', after ->> 'name') as event from audit_event
          where organisation_id = 1 and subject_kind = 'orderSheet' and subject_id = ${String(id)} and actor_id = ${buyer.customerId} order by id`.execute(
          portal.db,
        )
      ).rows.map(({ event }) => event);
    const { id } = (await save(buyer, {})).body.orderSheet;
    await change(buyer, id, { name: 'Own', rows: [aRow('One')] });
    await change(buyer, id, { name: 'Ours', isShared: true });
    await change(buyer, id, { isShared: true, rows: [aRow('Two')] });
    await change(buyer, id, { name: 'Everyone’s' });
    await change(buyer, id, { isShared: false });
    await remove(buyer, id);
    expect(await readActions(id)).toEqual([
      ['orderSheet.shared', null, 'Ours'],
      ['orderSheet.renamed', 'Ours', 'Everyone’s'],
      ['orderSheet.unshared', 'Everyone’s', null],
    ]);
    const shared = (await save(buyer, { isShared: true })).body.orderSheet.id;
    await remove(buyer, shared);
    expect(await readActions(shared)).toEqual([
      ['orderSheet.shared', null, 'Spring'],
      ['orderSheet.removed', 'Spring', null],
    ]);
  });

  it('is renamed, shared and deleted by its owner only', async () => {
    const { id } = (await save(buyer, { isShared: true })).body.orderSheet;
    const colleague = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    expect(toRefusal(await change(colleague, id, { name: 'Mine' }))).toEqual([
      403,
      { authorization: ['Only the person whose sheet it is can rename it.'] },
    ]);
    expect((await change(colleague, id, { isShared: false })).status).toBe(403);
    expect((await remove(colleague, id)).status).toBe(403);
    // Whole objects are sent back.
    expect((await change(colleague, id, { name: 'Spring', isShared: true, rows: [] })).status).toBe(200);
  });
});

describe('a sheet that no one uses', () => {
  it('is deleted after 180 days without being opened or saved', async () => {
    const ids: number[] = [];
    for (const name of ['Unused', 'Opened', 'Saved', 'Recent'])
      ids.push((await save(buyer, { name, rows: [aRow('x')] })).body.orderSheet.id);
    const [unused = 0, opened = 0, saved = 0, recent = 0] = ids;
    await sql`update order_sheet set used_on = current_date - (case when id = ${recent} then 180 else 181 end) where id = any (${ids}::bigint[])`.execute(
      portal.db,
    );
    await open(buyer, opened);
    await change(buyer, saved, { rows: [] });
    await retention[0]?.run({ db: portal.db } as Parameters<NonNullable<(typeof retention)[0]>['run']>[0]);
    const own = (await list(buyer)).orderSheets.filter(({ isOwn }) => isOwn);
    expect(own.map(({ id }) => id).sort((a, b) => a - b)).toEqual([opened, saved, recent]);
    expect((await open(buyer, unused)).status).toBe(404);
  });
});
