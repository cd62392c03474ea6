import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aNameDesign } from '#api/testing/designs.ts';
import { followOrder } from '#api/testing/followed-orders.ts';
import { orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { findDocumentFaults, findOrderFaults } from '#api/testing/order-faults.ts';
import type { OracleLine } from '#api/testing/personalised-oracle.ts';
import { placePersonalised, setDelivery } from '#api/testing/personalised-orders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aDesign } from '#api/testing/priced-designs.ts';
import { createRandom } from '#api/testing/random-numbers.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// Orders are placed, cancelled in part, sent in parts, invoiced, returned and credited by the portal, and each time compared with the oracle.

const ORDERS = Number(process.env.PERSONALISED_ORDERS ?? 15);
const SEED = Number(process.env.PERSONALISED_SEED ?? 20_261_130);

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let products: StockedProduct[];
let nameDesigns: number[];

beforeAll(async () => {
  await setApprovalRules(portal);
  await setDelivery(portal.db);
  await sql`update organisation set invoice_mode = 'shipment' where id = 1`.execute(portal.db);
  operator = await portal.asOperator();
  buyer = await signInAs(portal, { firstName: 'Bea' });
  products = await Promise.all(
    [0, 1, 2].map(() => aStockedProduct(portal.db, { stock: [20 * ORDERS + 100, 20 * ORDERS + 100] })),
  );
  nameDesigns = [await aNameDesign(portal.db), await aNameDesign(portal.db)];
});

const RATES = { standard: 2000n, reduced: 500n, zero: 0n } as const;
const CLASSES = ['standard', 'reduced', 'zero'] as const;
/** Lines of a random order, for the portal and for the oracle. */
function drawOrder(random: () => number) {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  return Array.from({ length: 1 + upTo(4) }, () => {
    const place = upTo(2);
    const product = products[place] as StockedProduct;
    const [taxClass, quantity, priceMinor] = [CLASSES[place] as (typeof CLASSES)[number], 1 + upTo(6), 199 + upTo(4000)];
    const chosen = [0, 1, 2].flatMap((position) => {
      if (upTo(1) === 0) return [];
      // What a design costs follows from where it is, so that equal ones cost the same.
      const [price, setUp] = [97 * (position + 1), [1250, 0, 333][position] as number];
      const isNamed = position === 0;
      const text = ['Niamh', 'Ada'][upTo(1)] as string;
      const design = aDesign({
        ...{ positionId: position + 1, text, priceMinor: price, setupMinor: setUp, isApproved: true },
        ...(isNamed ? { garmentDesignId: nameDesigns[place % 2] as number, nameForm: 'first' } : {}),
      });
      const is = `${place} ${position} ${isNamed ? 'names' : text}`;
      return [{ design, oracle: { is, price: BigInt(price), setUp: BigInt(setUp) } }];
    });
    return {
      portal: { product, quantity, priceMinor, taxClass, size: upTo(1), designs: chosen.map(({ design }) => design) },
      oracle: {
        ...{ pieces: BigInt(quantity), prices: [{ from: 1n, price: BigInt(priceMinor) }], rate: RATES[taxClass] },
        designs: chosen.map(({ oracle }) => oracle),
      } satisfies OracleLine,
    };
  });
}

it(`${ORDERS} orders cost what the oracle says, from the first total to the last credit note`, {
  timeout: 30_000 + ORDERS * 3_000,
}, async () => {
  const random = createRandom(SEED);
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from orders`.execute(portal.db);
  for (let number = 0; number < ORDERS; number += 1) {
    const drawn = drawOrder(random);
    const orderId = await placePersonalised(
      portal.db,
      buyer.customerId,
      drawn.map(({ portal: pieces }) => pieces),
      { taxDisplayType: number % 2 === 0 ? 0 : 10 },
    );
    const ids = (await orderOf(buyer, orderId)).orderItems.map(({ id }) => id);
    const followed = {
      orderId,
      lines: drawn.map(({ oracle }, index) => ({ ...oracle, id: ids[index] as number })),
    };
    await followOrder({ portal, buyer, operator }, followed, random);
  }
  expect(await findOrderFaults(portal.db, rows[0]?.id as number)).toEqual([]);
  expect(await findDocumentFaults(portal.db, rows[0]?.id as number)).toEqual([]);
});
