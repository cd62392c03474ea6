import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { costOf, type OracleDesign, type OracleLine, pieceOf, taxOn } from '#api/testing/personalised-oracle.ts';
import { aCartLine, aDesign } from '#api/testing/priced-designs.ts';
import { type ShippingRate, totalOrder } from '../checkout/checkout.rules.ts';
import { createOrderFingerprint, describeChanges, toShownLines } from '../checkout/what-changed.rules.ts';
import { toCartReply } from './cart.mapper.ts';
import { type PricingContext, priceCartLines } from './cart.rules.ts';
import { listCharges } from './charges.rules.ts';

const CARTS = Number(process.env.PERSONALISED_CARTS ?? 500);

const context: PricingContext = {
  taxRate: 0.2,
  taxRates: { reduced: 0.0825 },
  orderingReach: 'everything',
  today: '2026-11-30',
  currencyCode: 'GBP',
  paysOwnPart: false,
};
const RATES = { standard: 2000n, reduced: 825n, zero: 0n } as const;
const scopeOf = (taxDisplayType: 0 | 10) => ({ taxDisplayType, pricesVisible: true, currencyCode: 'GBP' }) as Scope;

/** What can be put on a garment: logos and texts as they are chosen, and name designs, of which only the text differs. */
const designs = fc.array(
  fc.record({
    methodId: fc.constantFrom(10, 20, 30),
    logoId: fc.constantFrom(null, 7, 8),
    isForNames: fc.boolean(),
    price: fc.integer({ min: 0, max: 999 }),
    setUp: fc.constantFrom(0, 1, 1200, 2499),
  }),
  { maxLength: 4 },
);
const garments = fc.array(
  fc.record({
    price: fc.integer({ min: 0, max: 25_000 }),
    tier: fc.option(fc.record({ from: fc.integer({ min: 2, max: 10 }), price: fc.integer({ min: 0, max: 25_000 }) }), {
      nil: null,
    }),
    taxClass: fc.constantFrom('standard' as const, 'reduced' as const, 'zero' as const),
    designs,
  }),
  { minLength: 1, maxLength: 3 },
);
const wanted = fc.array(
  fc.record({
    garment: fc.nat(),
    quantity: fc.integer({ min: 1, max: 14 }),
    /** Which of the designs, as bits. */
    chosen: fc.nat({ max: 15 }),
    name: fc.constantFrom('Niamh', 'Ada', 'W'),
  }),
  { minLength: 1, maxLength: 8 },
);

/** A cart as the portal reads it, and as the calculation beside it does. */
function toCart(
  all: typeof garments extends fc.Arbitrary<infer T> ? T : never,
  lines: typeof wanted extends fc.Arbitrary<infer T> ? T : never,
) {
  return lines.map(({ garment: place, quantity, chosen, name }, index) => {
    const productId = 1 + (place % all.length);
    const garment = all[productId - 1] as (typeof all)[number];
    const ofLine = garment.designs.flatMap((design, position): { portal: PricedDesign; oracle: OracleDesign }[] => {
      if ((chosen & (1 << position)) === 0) return [];
      const { methodId, logoId, isForNames, price, setUp } = design;
      const text = isForNames || logoId === null ? name : null;
      const garmentDesignId = isForNames ? 100 + position : null;
      return [
        {
          portal: aDesign({
            ...{ productId, methodId, positionId: position, text, garmentDesignId, priceMinor: price, setupMinor: setUp },
            logoId: isForNames ? null : logoId,
            nameForm: isForNames ? 'first' : null,
            comments: index % 2 === 0 ? null : 'As before',
          }),
          oracle: {
            // In words, as the terms say: product, position, and what is there; of a name design not the name.
            is: `${productId} at ${position}: ${isForNames ? 'names' : `${methodId} ${logoId} ${text}`}`,
            price: BigInt(price),
            setUp: BigInt(setUp),
          },
        },
      ];
    });
    const tiers = garment.tier ? [{ quantity: garment.tier.from, priceMinor: garment.tier.price }] : [];
    return {
      portal: aCartLine({
        ...{ id: index + 1, productId, combinationId: index + 1, quantity, priceMinor: garment.price, tiers },
        ...{ taxClass: garment.taxClass, designs: ofLine.map(({ portal }) => portal) },
      }),
      oracle: {
        pieces: BigInt(quantity),
        prices: [
          { from: 1n, price: BigInt(garment.price) },
          ...(garment.tier ? [{ from: BigInt(garment.tier.from), price: BigInt(garment.tier.price) }] : []),
        ],
        rate: RATES[garment.taxClass],
        designs: ofLine.map(({ oracle }) => oracle),
      } satisfies OracleLine,
    };
  });
}

const pence = (amount: number | null) => BigInt(Math.round((amount ?? Number.NaN) * 100));

describe('a cart of personalised garments', () => {
  it('costs what a calculation beside the portal says, by line, rate and display', () => {
    const delivery = fc.record({ cost: fc.constantFrom(0, 495, 1333), freeFrom: fc.constantFrom(null, 1, 10_000) });
    fc.assert(
      fc.property(garments, wanted, delivery, (all, lines, { cost, freeFrom }) => {
        const cart = toCart(all, lines);
        const priced = priceCartLines(
          cart.map(({ portal }) => portal),
          context,
        );
        const shipping = { rateMinor: cost, freeFromMinor: freeFrom } as ShippingRate;
        const totals = totalOrder(priced, shipping, undefined, { taxRate: 0.2, currencyCode: 'GBP' });
        const expected = costOf(
          cart.map(({ oracle }) => oracle),
          { cost: BigInt(cost), freeFrom: freeFrom === null ? null : BigInt(freeFrom), rate: 2000n },
        );
        expect({
          goodsNet: BigInt(totals.goodsMinor),
          goodsTax: BigInt(totals.goodsTaxMinor),
          setUps: totals.charges.map(({ chargeMinor, taxMinor }) => [BigInt(chargeMinor), BigInt(chargeMinor + taxMinor)]),
          deliveryNet: BigInt(totals.shippingMinor),
          tax: BigInt(totals.goodsTaxMinor + totals.shippingTaxMinor + totals.chargesTaxMinor),
          taxByRate: totals.taxes.flatMap(({ rate, taxMinor }) =>
            taxMinor === 0 ? [] : [[BigInt(Math.round(rate * 10_000)), BigInt(taxMinor)]],
          ),
          total: BigInt(totals.totalMinor),
        }).toEqual(expected);
        for (const display of [0, 10] as const) {
          const reply = toCartReply(priced, scopeOf(display));
          const isNet = display === 10;
          expect(reply.items.map(({ unitPrice, subTotal }) => [pence(unitPrice), pence(subTotal)])).toEqual(
            cart.map(({ oracle }) => {
              const piece = pieceOf(oracle);
              const tax = (amount: bigint) => (isNet ? 0n : taxOn(amount, oracle.rate));
              return [piece + tax(piece), piece * oracle.pieces + tax(piece * oracle.pieces)];
            }),
          );
          expect(pence(reply.subTotal)).toBe(expected.goodsNet + (isNet ? 0n : expected.goodsTax));
          expect(reply.charges.map(({ exclTax, inclTax }) => [pence(exclTax), pence(inclTax)])).toEqual(expected.setUps);
        }
      }),
      { numRuns: CARTS, seed: 20_261_130 },
    );
  });

  it('adds decoration to the price of the next tier', () => {
    const [line] = priceCartLines(
      [aCartLine({ quantity: 2, tiers: [{ quantity: 5, priceMinor: 800 }], designs: [aDesign({ priceMinor: 240 })] })],
      context,
    );
    const [item] = toCartReply([line as NonNullable<typeof line>], scopeOf(10)).items;
    expect([item?.unitPrice, item?.nextTier]).toEqual([12.4, { quantity: 5, unitPrice: 10.4 }]);
  });

  it('names what is set up, without the texts, and nothing where it costs nothing', () => {
    const priced = priceCartLines(
      [
        aCartLine({
          id: 1,
          designs: [aDesign({ text: null, logoId: 7, logoName: 'Corvane' }), aDesign({ positionId: 2, position: 'Back' })],
        }),
        aCartLine({ id: 2, combinationId: 2, designs: [aDesign({ positionId: 3, setupMinor: 0 })] }),
        aCartLine({ id: 3, callForPrice: true, designs: [aDesign({ positionId: 4 })] }),
      ],
      context,
    );
    expect(listCharges(priced).map(({ name }) => name)).toEqual([
      'Set-up: logo Corvane, left chest (Polo shirt)',
      'Set-up: text, back (Polo shirt)',
    ]);
  });

  it('takes decoration from a budget in money, unless the wardrobe does not count it', () => {
    const account = { id: 1, label: 'Uniform', unit: 'pieces', left: null } as const;
    const covered = (isDecorationOutsideBudget: boolean) => {
      const [line] = priceCartLines(
        [
          aCartLine({
            quantity: 3,
            designs: [aDesign({ priceMinor: 500, setupMinor: 9900 })],
            entitlement: {
              ...{
                collectionId: 1,
                groupId: 1,
                superGroupId: null,
                superGroupName: null,
                superGroupOptionId: null,
                seasonId: null,
              },
              ...{ isFixed: false, beyond: 'approval', unitPoints: null, isDecorationOutsideBudget, group: account },
              budget: { id: 2, label: 'Budget', unit: 'money', left: 3000 },
            },
          }),
        ],
        context,
      );
      return [line?.coverage.covered, line?.decorationOutsideBudgetMinor];
    };
    expect([covered(false), covered(true)]).toEqual([
      [2, 0],
      [3, 500],
    ]);
  });
});

describe('an order that costs something else than its summary showed', () => {
  const priced = (setupMinor: number, design = {}) =>
    priceCartLines([aCartLine({ designs: [aDesign({ setupMinor, ...design })] })], context);
  const fingerprint = (lines: ReturnType<typeof priced>) =>
    createOrderFingerprint(lines, totalOrder(lines, undefined, undefined, { taxRate: 0.2, currencyCode: 'GBP' }), false);
  const scope = { currencyCode: 'GBP', pricesVisible: true };
  const REVIEW = 'Nothing has been ordered yet. Please review the summary again.';

  it.each([
    [
      'the set-up is dearer',
      priced(1500),
      'The set-up of text, left chest (Polo shirt) has changed from £12.00 to £15.00 excluding tax.',
    ],
    [
      'the set-up is free',
      priced(0),
      'The set-up of text, left chest (Polo shirt) has changed from £12.00 to £0.00 excluding tax.',
    ],
    [
      'decoration is dearer',
      priced(1200, { priceMinor: 300 }),
      'The price of Polo shirt, Navy, M has changed from £12.40 to £13.00 excluding tax.',
    ],
    ['the text is another', priced(1200, { text: 'Steward' }), 'The logo or text on Polo shirt, Navy, M has changed.'],
  ])('is not placed before that has been said: %s', (_what, now, sentence) => {
    const shown = priced(1200);
    expect(fingerprint(now)).not.toBe(fingerprint(shown));
    expect(describeChanges(JSON.parse(JSON.stringify(toShownLines(shown))), now, scope)).toEqual([sentence, REVIEW]);
  });

  it('names no amounts to people who see no prices', () => {
    const [sentence] = describeChanges(toShownLines(priced(1200)), priced(1500), { ...scope, pricesVisible: false });
    expect(sentence).toBe('The price of the set-up of text, left chest (Polo shirt) has changed.');
  });
});
