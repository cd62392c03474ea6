import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { toPayable } from './payable-amount.rules.ts';

/**
 * Who pays what of an order. Covered pieces, and goods for no one's entitlement, are the organisation's; pieces beyond the entitlement are the person's
 * where their wardrobe says so. Delivery, fee and charges are the organisation's unless everything is the person's. What the person pays, a card pays;
 * what the organisation pays is on account, or, in an order without a part of the person, by card where that was chosen.
 *
 * An order keeps it by piece: `card_quantity` of each line. The pieces of a card leave first when pieces are cancelled or returned, and the others are
 * sent first. Each part of a line is rounded once: that of the card from price and tax; the organisation's is what remains of the line.
 */

/** Whose card it is. */
export type CardPayer = 'person' | 'organisation';

/** What a card pays of an order. */
export interface CardPart {
  payer: CardPayer;
  /** Whether it pays for everything, with delivery, fee and charges. */
  isAll: boolean;
  /** Including tax, in minor units. */
  amountMinor: number;
}

/** A line of an order with the pieces that the person pays. Money in minor units, excluding tax. */
export interface LineOfParts {
  quantity: number;
  unitMinor: number;
  /** A fraction. */
  taxRate: number;
  ownQuantity: number;
}

/** Net amount and tax, in minor units. */
export interface PartAmounts {
  netMinor: number;
  taxMinor: number;
}

/** What pieces cost that a card pays, with tax rounded once. */
export function priceCardPieces({ unitMinor, taxRate }: Pick<LineOfParts, 'unitMinor' | 'taxRate'>, pieces: number): PartAmounts {
  const netMinor = unitMinor * pieces;
  return { netMinor, taxMinor: calculateTax(netMinor, taxRate) };
}

/** Pieces of a line and how many of them a card pays. */
export interface PartPieces {
  quantity: number;
  cardQuantity: number;
  cancelledQuantity: number;
  /** Those of the cancelled pieces that the card pays. */
  cardCancelledQuantity: number;
  returnedQuantity?: number;
}

/** How many pieces that a card pays remain of a line: they leave before the others. `remaining_card_pieces` in card-part.sql counts alike. */
export const countCardPieces = ({
  cardQuantity,
  cardCancelledQuantity,
  returnedQuantity = 0,
}: Omit<PartPieces, 'quantity' | 'cancelledQuantity'>): number =>
  Math.max(0, cardQuantity - cardCancelledQuantity - returnedQuantity);

/**
 * How many pieces of a line on account have not been cancelled: they leave after those of the card, also after those that have come back before.
 * `account_pieces` in card-part.sql counts alike.
 */
export const countAccountPieces = ({ quantity, cardQuantity, cancelledQuantity, cardCancelledQuantity }: PartPieces): number =>
  quantity - cancelledQuantity - (cardQuantity - cardCancelledQuantity);

/** The pieces of a line once more of them are cancelled of which none has come back. `divide_cancelled_pieces` in card-pieces.sql divides alike. */
export const cancelPiecesOf = <Line extends PartPieces>(line: Line, leaving: number): Line => ({
  ...line,
  cancelledQuantity: line.cancelledQuantity + leaving,
  cardCancelledQuantity: line.cardCancelledQuantity + Math.min(leaving, line.cardQuantity - line.cardCancelledQuantity),
});

/**
 * What pieces of a line on account cost. Their tax is what the card's pieces leave of that of the line as it was ordered, so that invoices stay right when
 * pieces of the card are cancelled later. `before` are pieces that have been counted already: parts that follow each other add up to the whole.
 */
export function priceAccountPieces(
  { unitMinor, taxRate, cardQuantity }: Pick<LineOfParts, 'unitMinor' | 'taxRate'> & Pick<PartPieces, 'cardQuantity'>,
  pieces: number,
  before = 0,
): PartAmounts {
  const taxOf = (count: number) => calculateTax(unitMinor * (cardQuantity + count), taxRate);
  return { netMinor: unitMinor * pieces, taxMinor: taxOf(before + pieces) - taxOf(before) };
}

/** What the pieces of a line that are not cancelled cost, both parts together. */
export function priceRemaining(line: Pick<LineOfParts, 'unitMinor' | 'taxRate'> & PartPieces): PartAmounts {
  const card = priceCardPieces(line, countCardPieces(line));
  const account = priceAccountPieces(line, countAccountPieces(line));
  return { netMinor: card.netMinor + account.netMinor, taxMinor: card.taxMinor + account.taxMinor };
}

/** How many pieces of the card leave a line with pieces that get another size: those on account change first. */
export const countMovedCardPieces = (line: PartPieces, moved: number): number =>
  Math.min(countCardPieces(line), Math.max(0, moved - countAccountPieces(line)));

/** Whether everything of an order is the person's. */
export const isAllOwn = (lines: readonly Pick<LineOfParts, 'quantity' | 'ownQuantity'>[]): boolean =>
  lines.length > 0 && lines.every(({ quantity, ownQuantity }) => ownQuantity === quantity);

/** Lines of a cart as `planCardPart` sees them. */
export const toLinesOfParts = (
  lines: readonly (Pick<LineOfParts, 'quantity' | 'unitMinor' | 'taxRate'> & {
    callForPrice: boolean;
    coverage: { own: number };
  })[],
): LineOfParts[] =>
  lines.map(({ quantity, unitMinor, taxRate, callForPrice, coverage }) => ({
    quantity,
    unitMinor: callForPrice ? 0 : unitMinor,
    taxRate,
    ownQuantity: coverage.own,
  }));

/**
 * What a card pays of an order that costs `totalMinor`: the pieces that the person pays, everything where these are all there is, or everything where the
 * organisation pays by card. It is rounded to what can be paid in the currency, and the organisation has the rest. Undefined where nothing is, or nothing is to be
 * paid.
 */
export function planCardPart(
  lines: readonly LineOfParts[],
  totalMinor: number,
  { isOrganisationByCard, currencyCode }: { isOrganisationByCard: boolean; currencyCode: string },
): CardPart | undefined {
  const own = lines.filter(({ ownQuantity }) => ownQuantity > 0);
  const plan = (payer: CardPayer, isAll: boolean, minor: number) => {
    const amountMinor = toPayable(minor, currencyCode);
    return amountMinor === 0 ? undefined : { payer, isAll, amountMinor };
  };
  const ofAll = (payer: CardPayer) => plan(payer, true, totalMinor);
  if (own.length === 0) return isOrganisationByCard ? ofAll('organisation') : undefined;
  if (isAllOwn(lines)) return ofAll('person');
  const ownMinor = own.reduce((sum, line) => {
    const { netMinor, taxMinor } = priceCardPieces(line, line.ownQuantity);
    return sum + netMinor + taxMinor;
  }, 0);
  return plan('person', false, ownMinor);
}
