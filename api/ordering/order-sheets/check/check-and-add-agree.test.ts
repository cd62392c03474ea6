import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aSheetPerson, requestSheet, requestSheetCheck, type SheetRowInput } from '#api/testing/order-sheets.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { setFreeStock } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: TestClient;
let rows: fc.Arbitrary<SheetRowInput[]>;
let scarce: StockedProduct;

beforeAll(async () => {
  buyer = await signInAs(portal, { role: 'Buyer' });
  const shirt = await aStockedProduct(portal.db, { stock: [40, 40, 40] });
  scarce = await aStockedProduct(portal.db, { stock: [6] });
  const inPairs = await aStockedProduct(portal.db, { stock: [90], allowed: [2, 4, 6] });
  const coat = await aStockedProduct(portal.db, { stock: [2], backorderMode: 2 });
  const products = [shirt, scarce, inPairs, coat];
  const people = [
    await aSheetPerson(portal, products, { wardrobe: { quantity: 4, beyond: 'approval' } }),
    await aSheetPerson(portal, products, { wardrobe: { quantity: 4, beyond: 'block' } }),
    await aSheetPerson(portal, [shirt], { wardrobe: { quantity: 9, closesOn: '2020-01-01' } }),
    await aSheetPerson(portal),
  ];
  rows = fc.array(
    fc.record({
      wearer: fc.constantFrom(...people.flatMap(({ name, email }) => [name, email]), 'Nobody Atall', ''),
      garment: fc.constantFrom(...products.map(({ name }) => name), scarce.combinations[0]?.sku as string, 'Nothing'),
      size: fc.constantFrom('Size 0', 'Size 1', 'size 2', '', 'Size 9'),
      quantity: fc.constantFrom('1', '2', '3', '2,0', '4', '0', '1,5', ''),
      reason: fc.constantFrom('', 'Torn'),
    }),
    { minLength: 1, maxLength: 8 },
  );
});

const emptyCart = () => sql`delete from cart where customer_id = ${buyer.customerId}`.execute(portal.db);

/** Without cells that make a row a problem whatever else it says, so that sheets without problems are among them. */
const repair = (sheet: SheetRowInput[], isRepaired: boolean) =>
  !isRepaired
    ? sheet
    : sheet
        .filter(
          ({ wearer, garment, quantity }) => wearer && wearer !== 'Nobody Atall' && garment !== 'Nothing' && Number(quantity) > 0,
        )
        .map((row) => (row.garment?.startsWith('Garment') && row.size === 'Size 9' ? { ...row, size: '' } : row));

describe('check and add', () => {
  it('agree: what can be added is added, and what is refused was a problem', async () => {
    const seen = { added: 0, refused: 0, partly: 0 };
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (generated, isRepaired) => {
        const sheet = repair(generated, isRepaired);
        await emptyCart();
        const { body } = await requestSheetCheck(buyer, sheet);
        const result = await requestSheet(buyer, sheet, body.fingerprint);
        const problems = body.rows.flatMap(({ state }, index) => (state === 'problem' ? [index] : []));
        if (body.canAdd) {
          seen.added += 1;
          expect(result.status).toBe(200);
          expect(result.body.totalQuantity).toBe(body.totals.pieces);
          expect(result.body.subTotal).toBe(body.totals.subTotal);
          expect(result.body.items.every(({ warnings }) => warnings.length === 0)).toBe(true);
          expect(result.body.items.reduce((sum, { beyondQuantity }) => sum + beyondQuantity, 0)).toBe(body.totals.beyondQuantity);
          return;
        }
        expect(result.status).toBe(400);
        if (body.totals.rows === 0) return;
        seen.refused += 1;
        const refused = Object.keys(result.errors).flatMap((key) => /^items\[(\d+)\]/.exec(key)?.[1] ?? []);
        expect([...new Set(refused.map(Number))].sort((a, b) => a - b)).toEqual(problems);
        const others = sheet.filter((_, index) => !problems.includes(index));
        if (others.length === 0) return;
        const rest = (await requestSheetCheck(buyer, others)).body;
        expect([rest.canAdd, rest.totals.pieces, rest.totals.subTotal]).toEqual([true, body.totals.pieces, body.totals.subTotal]);
        expect((await requestSheet(buyer, others, rest.fingerprint)).status).toBe(200);
        seen.partly += 1;
      }),
      { numRuns: 50, seed: 36 },
    );
    // The property says nothing unless all of this has happened.
    expect(Math.min(seen.added, seen.refused, seen.partly)).toBeGreaterThan(2);
  });

  it('need the same number of statements for one row and for many', async () => {
    await emptyCart();
    await setFreeStock(portal, scarce, 500);
    const people = await Promise.all(Array.from({ length: 20 }, () => aSheetPerson(portal)));
    const sheet = people.flatMap(({ name, email }) =>
      [name, email].map((wearer) => ({ wearer, garment: scarce.name, quantity: '1' })),
    );
    const count = async (run: () => Promise<{ status: number }>) => {
      const before = portal.statementsSent();
      expect((await run()).status).toBe(200);
      return portal.statementsSent() - before;
    };
    await requestSheetCheck(buyer, sheet);
    expect(await count(() => requestSheetCheck(buyer, sheet))).toBe(
      await count(() => requestSheetCheck(buyer, sheet.slice(0, 1))),
    );
    await requestSheet(buyer, sheet.slice(1, 2));
    expect(await count(() => requestSheet(buyer, sheet))).toBe(await count(() => requestSheet(buyer, sheet.slice(0, 1))));
  });
});
