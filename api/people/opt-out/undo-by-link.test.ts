import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { useOptOutLinks } from '#api/testing/opt-out-links.ts';
import { piecesLeft } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { withinOneWindow } from '#api/testing/rate-limit-window.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer as aWearerOf } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();
const { optOut, undoByLink, stateOf, listActionsOn, aLinkedPerson: aWearer } = useOptOutLinks(portal);
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

describe('a person who undoes opting out with the link', () => {
  const reply = (body: ReplyOf<'POST /api/wardrobepptout/undo'>) => ({ status: 200, body });
  const [DONE, NOT_DONE] = [reply({ success: true }), reply({ success: false })];

  it('is owed the uniform again, without logging in, however often they press the button', async () => {
    const shirt = await aStockedProduct(portal.db);
    const { id } = await aWearerOf(portal, [shirt]);
    const { guid } = await stateOf(id);
    const { undoUntilUtc, undone } = await optOut(guid);
    const { out, guid: next } = await stateOf(id);
    expect([undoUntilUtc, undone]).toEqual([new Date((out as Date).getTime() + 30 * 86_400_000).toISOString(), false]);
    expect(await piecesLeft(portal, id)).toBe(0);

    const answers = await Promise.all(Array.from({ length: 5 }, () => undoByLink(guid)));

    expect([...answers, await undoByLink(` ${guid.toUpperCase()} `)]).toEqual(Array(6).fill(DONE));
    expect([await stateOf(id), await piecesLeft(portal, id)]).toEqual([{ out: null, guid: next }, 3]);
    expect(await listActionsOn(id)).toEqual([
      { action: 'opt-out.made', brand_id: 1, actor_id: id },
      { action: 'opt-out.undone', brand_id: 1, actor_id: id },
    ]);
    // A program that opens the link once more does not opt them out again; the link of a later mail does.
    expect(await optOut(guid)).toMatchObject({ body: { success: false }, undoUntilUtc: null, undone: true });
    expect((await stateOf(id)).out).toBeNull();
    expect(await optOut(next)).toMatchObject({ body: { success: true }, undone: false });
    expect([await undoByLink(guid), (await stateOf(id)).out]).toEqual([NOT_DONE, expect.any(Date)]);
  });

  it('can do so for 30 days', async () => {
    const [early, late] = [await aWearer(), await aWearer()];
    const setAge = (id: number, age: string) =>
      sql`update opt_out set opted_out_at = now() - ${age}::interval where customer_id = ${id}`.execute(portal.db);
    for (const { guid } of [early, late]) await optOut(guid);
    await setAge(early.id, '29 days 23 hours');
    await setAge(late.id, '30 days 1 minute');

    expect(await optOut(late.guid)).toMatchObject({ body: { success: true }, undoUntilUtc: null });
    expect([await undoByLink(late.guid), (await stateOf(late.id)).out]).toEqual([NOT_DONE, expect.any(Date)]);
    expect([await undoByLink(early.guid), (await stateOf(early.id)).out]).toEqual([DONE, null]);
  });

  it('can do so where the organisation has stopped letting people opt out', async () => {
    const wearer = await aWearer();
    await optOut(wearer.guid);
    await sql`update organisation set allow_opt_out = false where id = 1`.execute(portal.db);
    try {
      expect(await undoByLink(wearer.guid)).toEqual(DONE);
    } finally {
      await sql`update organisation set allow_opt_out = true where id = 1`.execute(portal.db);
    }
  });

  it('cannot undo what an administrator did: opting them out, before or after', async () => {
    const [before, after] = [await aWearer(), await aWearer()];
    const setOptOut = (id: number, wardrobeOptOut: boolean) =>
      admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer: { wardrobeOptOut } });
    await setOptOut(before.id, true);
    expect(await optOut(before.guid)).toMatchObject({ body: { success: true }, undoUntilUtc: null });
    await optOut(after.guid);
    await setOptOut(after.id, false);
    expect(await undoByLink(after.guid)).toEqual(DONE);
    await setOptOut(after.id, true);

    for (const { id, guid } of [before, after])
      expect([await undoByLink(guid), (await stateOf(id)).out]).toEqual([NOT_DONE, expect.any(Date)]);
  });

  it('has to send the GUID with which they opted out, at their brand, and not too often', async () => {
    const [wearer, deleted] = [await aWearer(), await aWearer()];
    for (const { guid } of [wearer, deleted]) await optOut(guid);
    await sql`update customer set deleted_at = now() where id = ${deleted.id}`.execute(portal.db);
    const { guid: next } = await stateOf(wearer.id);

    for (const guid of [undefined, '', 'x', '5', String(wearer.id), crypto.randomUUID(), next, deleted.guid])
      expect([guid, await undoByLink(guid)]).toEqual([guid, NOT_DONE]);
    expect(await undoByLink(wearer.guid, { host: 'alder.localhost' })).toEqual(NOT_DONE);
    expect((await stateOf(wearer.id)).out).not.toBeNull();
    const statuses = await withinOneWindow(60, async (run) => {
      const found = [];
      for (let time = 0; time < 11; time += 1)
        found.push((await undoByLink(crypto.randomUUID(), { from: `10.98.${run}.7` })).status);
      return found;
    });
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await stateOf(wearer.id)).out).not.toBeNull();
  });
});
