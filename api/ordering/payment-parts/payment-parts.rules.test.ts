import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import {
  countAccountPieces,
  countCardPieces,
  countMovedCardPieces,
  priceAccountPieces,
  priceCardPieces,
  priceRemaining,
} from './payment-parts.rules.ts';

const line = fc
  .record({
    unitMinor: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 100_000 })),
    taxRate: fc.constantFrom(0, 0.05, 0.175, 0.2),
    quantity: fc.integer({ min: 1, max: 30 }),
    card: fc.nat(30),
    cancelled: fc.nat(30),
    moved: fc.nat(30),
  })
  .map(({ card, cancelled, moved, ...each }) => ({
    ...each,
    cardQuantity: Math.min(card, each.quantity),
    cancelledQuantity: Math.min(cancelled, each.quantity),
    cardCancelledQuantity: Math.min(card, cancelled, each.quantity),
    moved: Math.min(moved, each.quantity - Math.min(cancelled, each.quantity)),
  }));

it('the card’s pieces and those on account are the pieces that are left', () => {
  fc.assert(
    fc.property(line, (each) => {
      expect(countCardPieces(each) + countAccountPieces(each)).toBe(each.quantity - each.cancelledQuantity);
    }),
  );
});

it('both parts of a line are the line in the cent, with what was cancelled of them', () => {
  fc.assert(
    fc.property(line, (each) => {
      const { netMinor, taxMinor } = priceRemaining({ ...each, cancelledQuantity: 0, cardCancelledQuantity: 0 });
      expect(taxMinor).toBe(calculateTax(netMinor, each.taxRate));
      const before = priceCardPieces(each, each.cardQuantity).taxMinor - priceCardPieces(each, countCardPieces(each)).taxMinor;
      const account = countAccountPieces(each);
      const gone = priceAccountPieces(each, each.quantity - each.cardQuantity - account, account).taxMinor;
      expect(priceRemaining(each).taxMinor + before + gone).toBe(taxMinor);
    }),
  );
});

it('pieces on account get another size before those of the card', () => {
  fc.assert(
    fc.property(line, (each) => {
      const card = countMovedCardPieces(each, each.moved);
      expect(card).toBe(Math.max(0, each.moved - countAccountPieces(each)));
      const rest = { ...each, quantity: each.quantity - each.moved, cardQuantity: each.cardQuantity - card };
      expect(rest.cardQuantity).toBeLessThanOrEqual(rest.quantity);
      expect(countCardPieces(rest)).toBe(countCardPieces(each) - card);
    }),
  );
});
