import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import { aStockedProduct, fillCart, type StockedProduct } from '#api/testing/builders.ts';
import { anOwnPayer, placeOrderPaidBy, setNecessity } from '#api/testing/own-payment.ts';
import { aCartLine, aDesign } from '#api/testing/priced-designs.ts';
import { createRandom } from '#api/testing/random-numbers.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { priceCartLines } from '../cart/cart.rules.ts';
import { countPaidByCard, type PaymentMethod, type ShippingRate } from './checkout.rules.ts';
import { planPayment } from './payment-choice.rules.ts';

// Random carts, of which who pays what is calculated here a second time, piece by piece and in whole numbers.

const CARTS = Number(process.env.SPLIT_CARTS ?? 20);
const SEED = Number(process.env.SPLIT_SEED ?? 20_261_130);

/** Tax of an amount, rounded half up; the rate in tenths of a percent. */
const taxOf = (net: bigint, rate: bigint) => (net * rate * 2n + 1000n) / 2000n;

/** A line for the second calculation. Money in minor units. */
interface Piecewise {
  quantity: number;
  unit: bigint;
  rate: bigint;
  /** In the wardrobe; goods for the site otherwise. */
  counts: boolean;
}

/** Pieces of each line that the budget covers, and those that the person pays: one piece after the other. */
function splitPieces(lines: readonly Piecewise[], budget: bigint, mostPieces: number) {
  let [money, pieces] = [budget, mostPieces];
  return lines.map(({ quantity, unit, counts }) => {
    let covered = 0;
    if (!counts) return { covered: 0, own: 0 };
    for (let piece = 0; piece < quantity && pieces > 0 && unit <= money; piece++) {
      money -= unit;
      pieces -= 1;
      covered += 1;
    }
    return { covered, own: quantity - covered };
  });
}

/** What the person pays and what the organisation pays of an order of these lines, with what is charged beside them. */
function splitOrder(lines: readonly Piecewise[], split: ReturnType<typeof splitPieces>, beside: bigint) {
  const partsOf = (line: Piecewise, own: number) => {
    const net = line.unit * BigInt(line.quantity);
    const ownNet = line.unit * BigInt(own);
    const person = ownNet + taxOf(ownNet, line.rate);
    return { person, organisation: net + taxOf(net, line.rate) - person };
  };
  const parts = lines.map((line, index) => partsOf(line, split[index]?.own ?? 0));
  const sum = (of: 'person' | 'organisation') => parts.reduce((total, part) => total + part[of], 0n);
  const isAll = lines.every(({ quantity }, index) => split[index]?.own === quantity);
  return {
    parts,
    isAll,
    person: isAll ? sum('person') + sum('organisation') + beside : sum('person'),
    organisation: isAll ? 0n : sum('organisation') + beside,
  };
}

const RATES = { standard: 200n, reduced: 50n, zero: 0n } as const;
const CLASSES = ['standard', 'reduced', 'zero'] as const;

describe('random carts', () => {
  const CARD = { systemName: 'Payments.Card', name: 'Card', description: null, forOrganisation: false, forOwnPart: true };
  const ACCOUNT = {
    systemName: 'Payments.OnAccount',
    name: 'Account',
    description: null,
    feeMinor: 0,
    forOrganisation: true,
    forOwnPart: false,
  };

  it.each(['GBP', 'JPY'])('%s: the parts are those of a second calculation, and add up by line and in all', (currencyCode) => {
    const random = createRandom(SEED);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    // Without minor units, prices are whole.
    const price = (most: number) => (currencyCode === 'JPY' ? upTo(most) * 100 : upTo(most * 100));
    const seen = { mixed: 0, own: 0, none: 0 };
    for (let cart = 0; cart < Math.max(CARTS, 500); cart++) {
      const [budget, mostPieces, fee] = [price(150), upTo(9), upTo(2) * 100];
      const shipping = { rateMinor: price(8), freeFromMinor: upTo(1) ? null : price(200) } as ShippingRate;
      const lines = Array.from({ length: 1 + upTo(4) }, (_, index) => {
        const counts = upTo(3) > 0;
        const entitlement = {
          ...{ collectionId: 1, groupId: 1, superGroupId: null, superGroupName: null, superGroupOptionId: null, seasonId: 1 },
          ...{ isFixed: false, beyond: 'own_payment', unitPoints: null },
          group: { id: 1, label: 'Garments', unit: 'pieces', left: mostPieces },
          budget: { id: 2, label: 'Budget', unit: 'money', left: budget },
        } satisfies LineEntitlement;
        const hasDesign = upTo(2) === 0;
        return aCartLine({
          ...{ id: index + 1, combinationId: index + 1, quantity: 1 + upTo(6), priceMinor: upTo(9) === 0 ? 0 : price(60) },
          ...{ taxClass: CLASSES[upTo(2)] as (typeof CLASSES)[number], entitlement: counts ? entitlement : null },
          designs: hasDesign ? [aDesign({ priceMinor: price(4), setupMinor: price(20), isApproved: true })] : [],
        });
      });
      const priced = priceCartLines(lines, {
        ...{ taxRate: 0.2, taxRates: { reduced: 0.05, zero: 0 }, orderingReach: 'everything', today: '2026-11-30' },
        ...{ currencyCode, paysOwnPart: true },
      });
      const methods: PaymentMethod[] = [{ ...CARD, feeMinor: fee }, ACCOUNT];
      const { totals, payment } = planPayment(priced, methods, 'Payments.OnAccount', {
        ...{ shipping, currencyCode, taxRate: 0.2 },
      });

      const pieces = priced.map(({ quantity, unitMinor, taxClass, entitlement }) => ({
        ...{ quantity, unit: BigInt(unitMinor), rate: RATES[taxClass as 'standard'], counts: entitlement !== null },
      }));
      const split = splitPieces(pieces, BigInt(budget), mostPieces);
      const beside =
        BigInt(totals.shippingMinor + totals.shippingTaxMinor + totals.chargesMinor + totals.chargesTaxMinor) +
        (payment?.systemName === 'Payments.Card' ? BigInt(fee) : 0n);
      const expected = splitOrder(pieces, split, beside);
      expect(priced.map(({ coverage }) => coverage.own)).toEqual(split.map(({ own }) => own));
      const cardMinor = BigInt(totals.card?.amountMinor ?? 0);
      // Yen are paid whole: the person's part is rounded half up, and the organisation has the rest.
      const payable = currencyCode === 'JPY' ? ((expected.person + 50n) / 100n) * 100n : expected.person;
      const rounding = payable - expected.person;
      const restMinor = expected.isAll ? 0n : expected.organisation - rounding;
      expect([cardMinor, BigInt(totals.accountMinor)]).toEqual([payable, restMinor]);
      expect(cardMinor + BigInt(totals.accountMinor) - (expected.isAll ? rounding : 0n)).toBe(BigInt(totals.totalMinor));
      for (const [index, line] of priced.entries()) {
        const part = expected.parts[index];
        expect((part?.person ?? 0n) + (part?.organisation ?? 0n)).toBe(BigInt(line.inclTaxMinor));
        if (totals.card) expect(countPaidByCard(line, totals.card)).toBe(expected.isAll ? line.quantity : split[index]?.own);
      }
      // A card that pays nothing is none, and costs nothing.
      if (!totals.card) expect([payable, payment?.systemName === 'Payments.Card']).toEqual([0n, false]);
      seen[totals.card ? (totals.card.isAll ? 'own' : 'mixed') : 'none'] += 1;
    }
    expect(Math.min(seen.mixed, seen.own, seen.none)).toBeGreaterThan(20);
  });
});

describe('random orders', () => {
  const portal = usePortal();
  let products: StockedProduct[];
  const PRICES = [999, 1733, 2501, 333];
  beforeAll(async () => {
    products = await Promise.all(PRICES.map((price) => aStockedProduct(portal.db, { price, stock: [20 * CARTS + 50] })));
    await setNecessity(portal.db, products[3]?.id ?? 0, 'protective');
  });

  it('are placed with the pieces and the amount of the card, and keep it when lines are written', {
    timeout: 2000 * CARTS + 30_000,
  }, async () => {
    const random = createRandom(SEED);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    for (let order = 0; order < CARTS; order++) {
      const budgetMinor = upTo(9000);
      const payer = await anOwnPayer(portal, { role: 'Buyer', budgetMinor, shirt: products[0] as StockedProduct });
      // The wardrobe lists the first product alone: the others are goods for the site.
      const wanted = [1 + upTo(8), upTo(1) * upTo(4), upTo(1) * upTo(3)];
      const items = wanted.flatMap((quantity, place) => {
        const product = products[place] as StockedProduct;
        const item = { productId: product.id, combinationId: product.combinations[0]?.id, quantity };
        return quantity === 0 ? [] : [place === 0 ? { ...item, source: 'builder' } : item];
      });
      const { orderId, summary } = await placeOrderPaidBy(portal.db, payer.client, 'Payments.OnAccount', ...items);
      const pieces = wanted.flatMap((quantity, place) =>
        quantity === 0 ? [] : [{ quantity, unit: BigInt(PRICES[place] ?? 0), rate: 200n, counts: place === 0 }],
      );
      const split = splitPieces(pieces, BigInt(budgetMinor), 10_000);
      const read = async () =>
        (
          await sql<{ total: number; card: number; delivery: number; isAll: boolean; pieces: number[] }>`
            select o.total_minor as total, o.card_minor as card, o.is_all_by_card as "isAll", o.shipping_minor + o.shipping_tax_minor as delivery, array(
              select l.card_quantity from order_line l where l.order_id = o.id order by l.id) as pieces
            from orders o where o.id = ${orderId}`.execute(portal.db)
        ).rows[0] as { total: number; card: number; delivery: number; isAll: boolean; pieces: number[] };
      const stored = await read();
      const expected = splitOrder(pieces, split, BigInt(stored.delivery));
      expect(stored, `order ${order}`).toMatchObject({
        total: Number(expected.person + expected.organisation),
        card: Number(expected.person),
        pieces: split.map(({ own }) => own),
        isAll: expected.isAll && expected.person > 0n,
      });
      expect(Math.round((summary.cardPart?.amount ?? 0) * 100)).toBe(stored.card);
      // The projection of the lines is the same.
      await sql`update order_line set description = description where order_id = ${orderId}`.execute(portal.db);
      expect(await read()).toEqual(stored);
    }
    await expect(
      fillCart((await anOwnPayer(portal, { shirt: products[3] as StockedProduct, budgetMinor: 0 })).client, {
        ...{ productId: products[3]?.id, combinationId: products[3]?.combinations[0]?.id, quantity: 1 },
      }),
    ).rejects.toThrow('Protective equipment');
  });
});
