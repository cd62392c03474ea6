import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBalanceFile, aBalanceLine, BALANCE_HEADINGS, type BalanceLine } from '#api/testing/balance-file.ts';
import {
  anItem,
  aPerson,
  aWardrobe,
  NORTH,
  orderItems,
  SOUTH,
  type StockedProduct,
  type TestWardrobe,
  type WardrobeOverrides,
} from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { findOpenAccount, giveWardrobe, listGrantEntries } from '#api/testing/entitlement.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aManagedWearer, type SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
const imports = usePeopleImports(portal, 'balances');
let shirt: StockedProduct;
let wearer: SignedIn;
let wardrobe: TestWardrobe;
let admin: SignedIn;
beforeEach(async () => {
  ({ shirt, wearer, wardrobe, admin } = await aManagedWearer(portal));
});

const give = (customerId: number, overrides?: WardrobeOverrides) => aWardrobe(portal.db, customerId, [shirt], overrides);
/** A line about the wearer's garments, with other cells where given. */
const aLine = (cells: BalanceLine = {}) => aBalanceLine({ email: wearer.email, of: wardrobe.name, ...cells });

describe('undoing an import of opening balances', () => {
  it('writes counter-entries once, except where the balance was taken or the adjustment undone since', async () => {
    const [taker, undone] = [await aPerson(portal.db, { role: 'Staff' }), await aPerson(portal.db, { role: 'Staff' })];
    const [ofTaker, ofUndone] = [await give(taker.id), await give(undone.id)];
    const { done } = await imports.run(
      admin,
      aBalanceFile(
        aLine({ balance: '1' }),
        aLine({ email: taker.email, of: ofTaker.name, balance: '5' }),
        aLine({ email: undone.email, of: ofUndone.name, balance: '4' }),
      ),
    );
    const takerClient = await portal.as(taker.email);
    await orderItems(portal.db, takerClient, { ...anItem(shirt, 4), customerId: taker.id });
    const { rows: entries } = await sql<{ id: number }>`
      select e.id from entitlement_entry e join entitlement_account a on a.id = e.account_id
      where a.customer_id = ${undone.id} and e.kind = 'adjust'`.execute(portal.db);
    await admin.post(`/api/entitlement/adjustments/${entries[0]?.id}/reversal`);

    const answers = await Promise.all([imports.undo(admin, done), imports.undo(admin, done)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const rows = await imports.rows(admin, done.id);
    expect(rows.map(({ undo, undoReason }) => [undo, undoReason])).toEqual([
      ['restored', null],
      ['kept', 'At most 1 piece can be removed from Garments: the rest has been ordered or sent.'],
      ['kept', 'This adjustment has already been undone.'],
    ]);
    expect(await imports.get(admin, done.id)).toMatchObject({ state: 'undone' });
    expect(await findOpenAccount(portal.db, wearer.customerId)).toMatchObject({ adjusted: 0, granted: 3 });
    expect((await listGrantEntries(portal.db, wearer.customerId)).map(({ granted }) => granted)).toEqual([3, -2, 2]);
    expect((await imports.undo(admin, done)).errors).toEqual({ bulkEdit: ['This has already been undone.'] });
  });

  it('is for the person who imported and for administrators of the whole organisation, who are refused their own', async () => {
    const { email: wholeEmail } = await aPerson(portal.db, { role: 'Admin' });
    const whole = await portal.as(wholeEmail);
    const { done } = await imports.run(admin, aBalanceFile(aLine({ balance: '1' })));
    const south = await portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] })).email);
    expect((await imports.undo(south, done)).status).toBe(404);
    expect((await imports.undo(await portal.as('admin@hallam.example'), done)).status).toBe(404);
    const own = await give(whole.customerId);
    const other = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);
    const ofWhole = await imports.run(other, aBalanceFile(aLine({ email: wholeEmail, of: own.name, balance: '9' })));
    expect(ofWhole.done.counts).toMatchObject({ change: 1 });
    expect((await imports.undo(whole, ofWhole.done)).status).toBe(200);
    expect((await imports.rows(whole, ofWhole.done.id))[0]?.undoReason).toBe(
      'You can’t adjust your own uniform. Ask another administrator.',
    );
    expect((await imports.undo(whole, done)).status).toBe(200);
    expect(await findOpenAccount(portal.db, wearer.customerId)).toMatchObject({ granted: 3 });
  });
});

it('sends as many statements for many rows as for one', async () => {
  const { rows: colleagues } = await sql<{ id: number; email: string }>`
    insert into customer (organisation_id, brand_id, email, first_name, last_name)
    select 1, 1, gen_random_uuid() || '@made.example', 'One', 'Of many' from generate_series(1, 100) returning id, email`.execute(
    portal.db,
  );
  const ids = colleagues.map(({ id }) => id);
  await sql`insert into customer_group select 1, id, ${NORTH.groupId}::bigint from unnest(${ids}::bigint[]) id`.execute(
    portal.db,
  );
  await giveWardrobe(portal, wardrobe.collectionId, ...ids);
  const countStatements = async (...lines: string[]) => {
    const uploaded = await imports.upload(admin, aBalanceFile(...lines));
    await imports.requestPreview(admin, uploaded);
    const first = portal.statementsSent();
    await imports.runJob(admin, uploaded.id, 1);
    const preview = portal.statementsSent() - first;
    await imports.runJob(admin, uploaded.id);
    await imports.requestRun(admin, uploaded.id);
    const second = portal.statementsSent();
    await imports.runJob(admin, uploaded.id, 1);
    expect((await imports.get(admin, uploaded.id)).counts.change).toBe(lines.length);
    return [preview, portal.statementsSent() - second];
  };

  const one = await countStatements(aLine());
  const many = await countStatements(...colleagues.map(({ email }) => aLine({ email })));

  expect(many).toEqual(one);
});

describe('files of opening balances', () => {
  const people = usePeopleImports(portal);

  it('are listed apart from those of people, with columns and choices of their own', async () => {
    const listOf = async (kind: string) =>
      (await admin.get<'GET /api/peopleimports'>(`/api/peopleimports?kind=${kind}`)).body.peopleImports.map(({ id }) => id);
    const uploaded = await imports.upload(admin, aBalanceFile(aLine()));
    expect(uploaded.columns.map(({ field }) => field)).toEqual([
      'employeeNumber',
      'email',
      'wardrobe',
      'season',
      'target',
      'unit',
      'balance',
    ]);
    expect([await listOf('balances'), await listOf('people')]).toEqual([[uploaded.id], []]);

    const problemOf = async (fields: (string | null)[]) =>
      (await imports.requestPreview(admin, uploaded, { fields })).errors.fields?.[0];
    const without = (field: string) => uploaded.columns.map((column) => (column.field === field ? null : column.field));
    expect(await problemOf(without('wardrobe'))).toBe('Please choose the column with the wardrobe.');
    expect(await problemOf(without('target'))).toBe('Please choose the column with the group, product or budget.');
    expect(await problemOf(without('unit'))).toBe('Please choose the column with the unit.');
    expect(await problemOf(without('balance'))).toBe('Please choose the column with the balance.');
    expect(await problemOf(without('season').map((field) => field ?? 'gender'))).toBe('A column cannot be this.');
    expect(await problemOf(without('email'))).toBeUndefined();
    const again = await imports.upload(admin, aBalanceFile(aLine()));
    expect(again.columns[1]?.field).toBeNull();
    await imports.requestPreview(admin, again, { fields: uploaded.columns.map(({ field }) => field) });
    expect((await people.upload(admin, 'Email,Unit\na@made.example,1')).columns.map(({ field }) => field)).toEqual([
      'email',
      null,
    ]);
  });

  it('can be made from a template with the balances that wearers have', async () => {
    const { rawPayload, headers } = await portal.app.inject({
      method: 'GET',
      url: '/api/peopleimports/template?kind=balances',
      headers: admin.headers,
    });
    const { sheets } = await readXlsx(rawPayload);
    const rowsOf = (at: number) => (sheets[at]?.rows ?? []).map((row) => row.map(String));

    expect(headers['content-disposition']).toContain('opening-balances-template.xlsx');
    expect(rowsOf(0)).toEqual([BALANCE_HEADINGS.split(';')]);
    expect(rowsOf(1)).toContainEqual([wardrobe.name, wardrobe.seasonName, 'Garments', 'pieces']);
  });

  it('do not run two at a time, but beside a file of people, and no file of people prevents undoing one', async () => {
    const [first, second] = [
      await imports.preview(admin, aBalanceFile(aLine())),
      await imports.preview(admin, aBalanceFile(aLine())),
    ];
    await imports.requestRun(admin, first.id);
    expect((await imports.requestRun(admin, second.id)).errors).toEqual({
      bulkEdit: ['Another import of opening balances is running in your organisation. Please wait until it is finished.'],
    });
    const { done } = await people.run(admin, `Email,First name,Last name\n${wearer.email},Wanda,Forthetest`);
    expect(done.counts.change).toBe(1);
    await imports.runJob(admin, first.id);
    expect((await bulkEditCalls.look(admin, done.bulkEditId ?? 0)).undoBlocker).toBeNull();
    expect((await imports.getBulkEdit(admin, first.id)).canUndo).toBe(true);
  });
});
