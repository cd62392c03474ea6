import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { GARMENT_TYPES, type GarmentType, isGarmentType } from '#garments/garments.ts';
import { GARMENTS } from '#garments/registry.ts';
import { getCanvas } from '#garments/scale.ts';
import { formatMoney } from '../../pricing/format-money.rules.ts';
import { toMinorUnits } from '../../pricing/minor-units.ts';
import { toMajorUnits } from '../../pricing/pricing.rules.ts';
import { countOf } from './counted.rules.ts';

/** What a method costs in a currency, without tax. */
export interface MethodPrice {
  currencyCode: string;
  /** Per piece. */
  priceMinor: number;
  /** Once per design and order. */
  setupMinor: number;
}

/** A method as operators keep it. */
export interface KeptMethod {
  id: number;
  name: string;
  workingDays: number;
  smallestLetterMm: number;
  longestText: number;
  lines: number;
  takesLogo: boolean;
  takesText: boolean;
  isActive: boolean;
  prices: MethodPrice[];
  version: number;
}

/** A colour as operators keep it. */
export interface KeptColour {
  id: number;
  name: string;
  number: string;
  rgb: string;
  isActive: boolean;
  version: number;
}

/** A position of a type of garment, in centimetres of the garment on its drawing. */
export interface KeptPosition {
  id: number;
  garmentType: string;
  place: string;
  name: string;
  side: 'front' | 'back';
  xCm: number;
  yCm: number;
  widthCm: number;
  heightCm: number;
  letterMm: number;
  measuredFrom: string;
  products: number;
  version: number;
}

/** All that the supplier keeps about decoration. */
export interface Decoration {
  methods: KeptMethod[];
  colours: KeptColour[];
  positions: KeptPosition[];
  /** Number of products by type of garment. */
  products: Record<string, number>;
  currencies: string[];
  /** Number of organisations of brands for which the operator does not work. */
  foreignOrganisations: number;
}

/** Open carts with designs by a method, in one currency. */
export interface MethodUse {
  currencyCode: string;
  carts: number;
  pieces: number;
  /** Those in which the price of the method counts, and not one of a design of the client. */
  pricedCarts: number;
  pricedPieces: number;
  /** Those in which its set-up is charged. */
  setupCarts: number;
}

type Reply = ReplyOf<'GET /api/operator/decoration'>['decoration'];

/** Why an operator cannot change what is the same for all clients; null when they can. */
export const explainDecorationRefusal = (foreignOrganisations: number): string | null =>
  foreignOrganisations === 0
    ? null
    : 'Clients of brands that you do not work for order by these methods, colours and positions too. An operator of all brands can change them.';

/** What garments of a type are called: "Polo shirt". */
export const nameGarmentType = (garmentType: string): string =>
  isGarmentType(garmentType) ? GARMENTS[garmentType].name : garmentType;

/** The address of a drawing of a type of garment in grey. */
const drawingOf = (garmentType: GarmentType, side: 'front' | 'back') => `/garments/${garmentType}/c9cdd2-${side}.svg`;

/** What is kept about decoration, for the wire. */
export const toDecoration = ({ methods, colours, positions, products, currencies, foreignOrganisations }: Decoration): Reply => ({
  methods: methods.map(({ prices, ...method }) => ({
    ...method,
    prices: prices.map(({ currencyCode, priceMinor, setupMinor }) => ({
      currencyCode,
      price: toMajorUnits(priceMinor),
      setupPrice: toMajorUnits(setupMinor),
    })),
  })),
  colours,
  garments: GARMENT_TYPES.map((garmentType) => ({
    garmentType,
    name: GARMENTS[garmentType].name,
    ...getCanvas(garmentType),
    frontSrc: drawingOf(garmentType, 'front'),
    backSrc: drawingOf(garmentType, 'back'),
    products: products[garmentType] ?? 0,
    positions: positions
      .filter((position) => position.garmentType === garmentType)
      .map(({ garmentType: _, ...position }) => position),
  })).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  currencies,
  refusal: explainDecorationRefusal(foreignOrganisations),
});

/** A method with what was sent. Throws 422 for a fraction of a penny. */
export const applyToMethod = (before: KeptMethod, body: BodyOf<'PUT /api/operator/decoration/methods/:id'>): KeptMethod => ({
  ...before,
  name: body.name.trim(),
  workingDays: body.workingDays,
  smallestLetterMm: body.smallestLetterMm,
  longestText: body.longestText,
  lines: body.lines,
  isActive: body.isActive,
  prices: body.prices
    .map(({ currencyCode, price, setupPrice }) => ({
      currencyCode,
      priceMinor: toMinorUnits(price, 'prices'),
      setupMinor: toMinorUnits(setupPrice, 'prices'),
    }))
    .sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1)),
});

/** What is wrong with an area, by field; nothing when it lies on the drawing. */
export function findAreaProblems(
  garmentType: GarmentType,
  { xCm, yCm, widthCm, heightCm }: Pick<KeptPosition, 'xCm' | 'yCm' | 'widthCm' | 'heightCm'>,
): Record<string, string[]> {
  const canvas = getCanvas(garmentType);
  const beyond = (start: number, size: number, whole: number, edge: string) =>
    start + size > whole + 1e-6
      ? [
          `The area ends ${Math.round((start + size) * 10) / 10} cm from the ${edge}, and the drawing has ${whole} cm. Make it smaller or move it.`,
        ]
      : undefined;
  const width = beyond(xCm, widthCm, canvas.widthCm, 'left edge');
  const height = beyond(yCm, heightCm, canvas.heightCm, 'top');
  return { ...(width && { widthCm: width }), ...(height && { heightCm: height }) };
}

const priceOf = (method: KeptMethod, currencyCode: string) => method.prices.find((price) => price.currencyCode === currencyCode);

/** How a price changes, in a sentence; undefined where it stays. */
function describePrice(label: string, currencyCode: string, before: number | undefined, after: number | undefined) {
  if (before === after) return undefined;
  const [from, to] = [before, after].map((minor) => (minor === undefined ? 'none' : formatMoney(minor, currencyCode)));
  return `${label}: ${from} → ${to}.`;
}

/** What a change of a method touches, in sentences: prices by currency with open carts, and carts in which it can be ordered no longer. */
export function describeMethodOutcome(before: KeptMethod, after: KeptMethod, uses: readonly MethodUse[]): string[] {
  const currencies = [...new Set([...before.prices, ...after.prices].map(({ currencyCode }) => currencyCode))].sort();
  const sentences = currencies.flatMap((currencyCode) => {
    const [old, current] = [priceOf(before, currencyCode), priceOf(after, currencyCode)];
    const use = uses.find((each) => each.currencyCode === currencyCode);
    const price = describePrice(`Per piece in ${currencyCode}`, currencyCode, old?.priceMinor, current?.priceMinor);
    const setup = describePrice(`Set-up in ${currencyCode}`, currencyCode, old?.setupMinor, current?.setupMinor);
    const difference = old && current ? (current.priceMinor - old.priceMinor) * (use?.pricedPieces ?? 0) : 0;
    return [
      price,
      price &&
        current &&
        old &&
        (use && use.pricedCarts > 0
          ? `${countOf(use.pricedCarts, 'open cart')} with ${countOf(use.pricedPieces, 'piece')} ${use.pricedCarts === 1 ? 'costs' : 'cost'} ${formatMoney(Math.abs(difference), currencyCode)} ${difference < 0 ? 'less' : 'more'} in all.`
          : `No open cart in ${currencyCode} changes.`),
      setup,
      setup && use && use.setupCarts > 0 && `It is charged in ${countOf(use.setupCarts, 'open cart')}.`,
      old &&
        !current &&
        use &&
        use.carts > 0 &&
        `${countOf(use.carts, 'open cart')} in ${currencyCode} can no longer be ordered with it.`,
    ].filter((sentence) => typeof sentence === 'string');
  });
  const carts = uses.reduce((sum, use) => sum + use.carts, 0);
  if (before.isActive && !after.isActive)
    sentences.push(
      carts > 0
        ? `${countOf(carts, 'open cart')} can no longer be ordered with it. People are told so in the cart.`
        : 'No open cart has a design by it.',
    );
  if (sentences.length > 0) sentences.push('Orders that were placed stay as they are.');
  return sentences;
}
