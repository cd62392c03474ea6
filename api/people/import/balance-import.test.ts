import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBalanceFile, aBalanceLine, type BalanceLine } from '#api/testing/balance-file.ts';
import {
  anItem,
  aPerson,
  aWardrobe,
  fillCart,
  orderItems,
  requestSummary,
  SOUTH,
  type StockedProduct,
  submitOrder,
  type TestWardrobe,
  type WardrobeOverrides,
} from '#api/testing/builders.ts';
import { findOpenAccount, giveWardrobe, listGrantEntries, syncWearers } from '#api/testing/entitlement.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aManagedWearer, type SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
const imports = usePeopleImports(portal, 'balances');
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);
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
const take = (pieces: number) => orderItems(portal.db, wearer, { ...anItem(shirt, pieces), customerId: wearer.customerId });
/** The outcome of the only row, and why. */
const previewLine = async (line: string, client = admin) => {
  const { id } = await imports.preview(client, aBalanceFile(line));
  const [row] = await imports.rows(client, id);
  return { outcome: row?.outcome, reasons: row?.reasons, changes: row?.changes, person: row?.person };
};

describe('an import of opening balances', () => {
  it('sets what is left by an adjustment that the person and the audit log show', async () => {
    const { done, rows } = await imports.run(admin, aBalanceFile(aLine({ balance: '1' })));

    expect(done).toMatchObject({ kind: 'balances', state: 'finished', counts: { change: 1, unchanged: 0, refuse: 0 } });
    expect(rows[0]).toMatchObject({
      outcome: 'change',
      person: 'Wendy Forthetest',
      isProcessed: true,
      changes: [{ field: `Left in Garments, ${wardrobe.name}, ${wardrobe.seasonName}`, before: '3 pieces', after: '1 piece' }],
    });
    expect(await findOpenAccount(portal.db, wearer.customerId)).toMatchObject({ base: 3, adjusted: -2, granted: 1 });
    expect((await listGrantEntries(portal.db, wearer.customerId)).at(-1)).toEqual({
      kind: 'adjust',
      granted: -2,
      reason: null,
      actor: admin.customerId,
      reverses: null,
    });
    const { body } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.customerId}/history`);
    expect(body.history[0]).toMatchObject({
      what: 'Adjusted the uniform',
      changes: [{ field: 'Adjustment', after: '−2' }, {}, { field: 'Reason', after: 'Opening balance' }],
    });
    expect((await imports.getBulkEdit(admin, done.id)).description).toBe('Imported 1 opening balance');
    expect(
      (await sql`select after from audit_event where action = 'people.imported' order by id desc limit 1`.execute(portal.db))
        .rows,
    ).toEqual([{ after: { change: 1 } }]);
  });

  it('takes orders that were placed here off the balance, also when the same file is imported again', async () => {
    await take(1);
    const { rows } = await imports.run(admin, aBalanceFile(aLine({ balance: '2' })));
    expect(rows[0]).toMatchObject({
      changes: [{ before: '2 pieces', after: '1 piece' }],
      reasons: ['Ordered or sent here, and deducted from the balance in the file: 1 piece.'],
    });
    await take(1);

    const again = await imports.preview(admin, aBalanceFile(aLine({ balance: '2' })));
    expect(again.counts).toMatchObject({ change: 0, unchanged: 1, refuse: 0 });
    expect((await imports.requestRun(admin, again.id)).errors).toEqual({
      peopleImport: ['There is nothing to import: no row changes a balance.'],
    });
    expect(await findOpenAccount(portal.db, wearer.customerId)).toMatchObject({ granted: 2, reserved: 2 });
    expect(await previewLine(aLine({ balance: '1' }))).toMatchObject({
      outcome: 'refuse',
      reasons: ['2 pieces have already been ordered or sent here, more than this balance of 1 piece.'],
    });
  });

  it('sets budgets in their unit, and products of a fixed allocation', async () => {
    const money = await give(wearer.customerId, { budgetMinor: 18_000, allocationTypeId: 40 });
    const { rows } = await imports.run(
      admin,
      aBalanceFile(
        aLine({ of: money.name, target: 'budget', unit: 'GBP', balance: '62,5' }),
        aLine({ of: money.name, balance: '3.00' }),
      ),
    );
    expect(rows.map(({ outcome, changes }) => [outcome, changes[0]?.after])).toEqual([
      ['change', '£62.50'],
      ['unchanged', undefined],
    ]);
    const fixed = await give(wearer.customerId, { productQuantity: 2, allocationTypeId: 10 });
    expect(await previewLine(aLine({ of: fixed.name, target: shirt.name, balance: '1' }))).toMatchObject({ outcome: 'change' });
    expect(await previewLine(aLine({ of: fixed.name, target: `Garments / ${shirt.name}`, balance: '1' }))).toMatchObject({
      outcome: 'change',
    });
    expect((await previewLine(aLine({ of: fixed.name }))).reasons).toEqual([
      `“Garments” is not a group, product or budget that this person has in “${fixed.name}”. Write one of: ${shirt.name}.`,
    ]);
  });

  it('refuses each row that is not clear, and says what is expected', async () => {
    const cases: [BalanceLine, string][] = [
      [{ balance: '1.5' }, 'The balance “1.5” is a fraction. Write a whole number of pieces.'],
      [{ balance: '-1' }, 'The balance “-1” is negative. Write what is left, at least 0.'],

      [
        { balance: '=1+1' },
        'The balance “=1+1” is not a number. Write it like 12 or 12.50, without currency or thousands separators.',
      ],
      [
        { balance: '1,000' },
        'The balance “1,000” is ambiguous. Write it without thousands separators, and with at most two decimals.',
      ],

      [{ unit: 'points' }, 'The unit of this balance is pieces, not points.'],

      [{ unit: '' }, 'The unit is missing. Write pieces, points or money.'],
      [{ of: 'Nothing' }, 'There is no wardrobe “Nothing”.'],
      [{ of: '' }, 'The wardrobe is missing.'],
      [{ season: 'Never' }, 'There is no season “Never”.'],
      [{ email: 'no.one@made.example' }, 'You manage no one with this employee number or email address.'],
      [{ email: '' }, 'An employee number or an email address is needed to identify the person.'],
    ];
    const { id, counts } = await imports.preview(admin, aBalanceFile(...cases.map(([cells]) => aLine(cells))));

    const rows = await imports.rows(admin, id);
    expect(rows.map(({ reasons }) => reasons)).toEqual(cases.map(([, reason]) => [reason]));
    expect(counts).toMatchObject({ refuse: cases.length, change: 0 });
    expect(rows.flatMap(({ changes }) => changes)).toEqual([]);
  });

  it('refuses what has no limit, is closed, withdrawn, over, or not of this person', async () => {
    const reasonAfter = async (...change: Parameters<typeof sql>) => {
      await run(...change);
      await syncWearers(portal, wearer.customerId);
      return (await previewLine(aLine())).reasons?.[0];
    };
    const other = await give((await aPerson(portal.db, { role: 'Staff' })).id);
    expect((await previewLine(aLine({ of: other.name }))).reasons).toEqual([
      `This person does not have the wardrobe “${other.name}”. They have: ${wardrobe.name}.`,
    ]);
    expect((await previewLine(aLine({ season: other.seasonName }))).reasons).toEqual([
      `This person has no entitlement to this in “${other.seasonName}”. Write one of: ${wardrobe.seasonName}.`,
    ]);
    expect((await previewLine(aLine({ target: '' }))).reasons).toEqual([
      'The group, product or budget is missing. Write one of: Garments.',
    ]);
    expect((await previewLine(aLine({ target: 'Budget' }))).reasons?.[0]).toContain('Write one of: Garments.');

    const id = wearer.customerId;
    expect(await reasonAfter`update customer set wardrobe_opt_out_at = now() where id = ${id}`).toBe(
      'This person has opted out of a uniform.',
    );
    expect(await reasonAfter`update customer set wardrobe_opt_out_at = null, allocation_type_id = 50 where id = ${id}`).toBe(
      'There is no limit to adjust.',
    );
    await run`update customer set allocation_type_id = 20 where id = ${id}`;
    expect(await reasonAfter`delete from customer_collection where customer_id = ${id}`).toBe(
      `This person does not have the wardrobe “${wardrobe.name}”.`,
    );
    await giveWardrobe(portal, wardrobe.collectionId, id);
    expect(
      await reasonAfter`update season set starts_on = '2020-01-01', ends_on = '2020-12-31' where id = ${wardrobe.seasonId}`,
    ).toBe(`${wardrobe.seasonName} has ended. Balances can be set for periods that have not ended.`);
  });

  it('needs the season where the balance exists in several', async () => {
    const { rows: seasons } = await sql<{ id: number; name: string }>`
      select id, name from season where organisation_id = 1 and ends_on >= current_date and id <> ${wardrobe.seasonId} order by id limit 2`.execute(
      portal.db,
    );
    const [first, second] = seasons as [{ id: number; name: string }, { id: number; name: string }];
    await run`update collection set season_id = null where id = ${wardrobe.collectionId}`;
    await run`insert into customer_season select 1, ${wearer.customerId}, id from season where id in (${first.id}, ${second.id})`;
    await run`delete from entitlement_entry where account_id in (select id from entitlement_account where customer_id = ${wearer.customerId})`;
    await run`delete from entitlement_account where customer_id = ${wearer.customerId}`;
    await syncWearers(portal, wearer.customerId);

    expect((await previewLine(aLine())).reasons).toEqual([`The season is missing. Write one of: ${first.name}, ${second.name}.`]);
    const { rows } = await imports.run(
      admin,
      aBalanceFile(aLine({ season: second.name.toUpperCase() }), aLine({ season: first.name, balance: '0' })),
    );
    expect(rows.map(({ changes }) => [changes[0]?.field, changes[0]?.after])).toEqual([
      [`Left in Garments, ${wardrobe.name}, ${second.name}`, '2 pieces'],
      [`Left in Garments, ${wardrobe.name}, ${first.name}`, '0 pieces'],
    ]);
  });

  it('refuses a second line about the same balance, also in another batch', async () => {
    const others = Array.from({ length: 300 }, (_, at) => aLine({ email: `no.${at}@made.example` }));
    const { done } = await imports.run(admin, aBalanceFile(aLine({ balance: '1' }), aLine({ balance: '2' }), ...others, aLine()));

    expect(done.counts).toMatchObject({ change: 1, refuse: 302 });
    const refused = (await imports.rows(admin, done.id, 'refuse'))[0];
    expect([refused?.line, refused?.reasons]).toEqual([3, ['Line 2 is for the same balance.']]);
    const last = await admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${done.id}/rows?limit=250&page=1`);
    expect(last.body.rows.at(-1)?.reasons).toEqual(['Line 2 is for the same balance.']);
    expect(await findOpenAccount(portal.db, wearer.customerId)).toMatchObject({ granted: 1 });
  });

  it('finds people by employee number, and refuses two people in one line', async () => {
    const colleague = await aPerson(portal.db, { role: 'Staff' });
    await run`update customer set employee_number = '0077' where id = ${wearer.customerId}`;

    expect((await previewLine(aLine({ number: '77', email: '' }))).outcome).toBe('change');
    expect((await previewLine(aLine({ number: '77', email: colleague.email }))).reasons).toEqual([
      'The employee number and the email address belong to different people.',
    ]);
    await run`update customer set employee_number = '77' where id = ${colleague.id}`;
    expect((await previewLine(aLine({ number: '077', email: '' }))).reasons).toEqual([
      'More than one person has the employee number 077.',
    ]);
    await run`update customer set employee_number = null where id in (${colleague.id}, ${wearer.customerId})`;
  });
});

describe('who may import opening balances', () => {
  it('Admins, of people whom they manage, never of themselves; others look like people who do not exist', async () => {
    const unknown = 'You manage no one with this employee number or email address.';
    const south = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    const ofSouth = await give(south.id);
    const elsewhere = await aPerson(portal.db, { role: 'Staff', organisationId: 2, groupIds: [], resortId: null });
    await run`update customer set employee_number = 'S-77' where id = ${south.id}`;
    const ownAccount = await give(admin.customerId);
    const wider = await aPerson(portal.db, { role: 'Admin' });
    const ofWider = await give(wider.id);

    expect((await previewLine(aLine({ email: south.email, of: ofSouth.name }))).reasons).toEqual([unknown]);
    expect(await previewLine(aLine({ number: 's-77', email: '', of: ofSouth.name }))).toMatchObject({
      reasons: [unknown],
      person: 's-77',
    });
    expect((await previewLine(aLine({ email: elsewhere.email }))).reasons).toEqual([unknown]);
    expect((await previewLine(aLine({ email: admin.email, of: ownAccount.name }))).reasons).toEqual([
      'You can’t adjust your own uniform. Ask another administrator.',
    ]);
    expect((await previewLine(aLine({ email: wider.email, of: ofWider.name }))).reasons).toEqual([
      'You can’t adjust this person’s uniform.',
    ]);
    const { status } = await imports.sendFile(wearer, aBalanceFile(aLine()));
    expect(status).toBe(403);
  });

  it('no one while impersonating', async () => {
    await admin.get(`/api/customers/impersonate/${wearer.customerId}`);
    const { status } = await imports.sendFile(admin, aBalanceFile(aLine()));
    expect(status).toBe(403);
  });

  it('plans each row again with the rights and balances of that moment', async () => {
    const colleague = await aPerson(portal.db, { role: 'Staff' });
    const theirs = await give(colleague.id);
    const seen = await imports.preview(admin, aBalanceFile(aLine(), aLine({ email: colleague.email, of: theirs.name })));
    expect(seen.counts).toMatchObject({ change: 2 });
    await take(3);
    await run`update customer_group set organisation_group_id = ${SOUTH.groupId} where customer_id = ${colleague.id}`;
    await imports.requestRun(admin, seen.id);
    await imports.runJob(admin, seen.id);

    expect((await imports.rows(admin, seen.id)).map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
      ['refuse', ['3 pieces have already been ordered or sent here, more than this balance of 2 pieces.']],
      ['refuse', ['You manage no one with this employee number or email address.']],
    ]);
    expect(await imports.getBulkEdit(admin, seen.id)).toMatchObject({ changed: 0, refused: 2 });
  });

  it('an import and an order at the same time never take the same piece', async () => {
    await fillCart(wearer, { ...anItem(shirt, 3), customerId: wearer.customerId });
    await requestSummary(portal.db, wearer);
    const { id } = await imports.preview(admin, aBalanceFile(aLine({ balance: '2' })));
    await imports.requestRun(admin, id);

    const [, ordered] = await Promise.all([imports.runJob(admin, id), submitOrder(wearer, {})]);

    const { counts } = await imports.get(admin, id);
    const balance = await findOpenAccount(portal.db, wearer.customerId);
    expect([balance.granted, balance.reserved, counts.change]).toEqual(ordered.status === 200 ? [3, 3, 0] : [2, 0, 1]);
  });
});
