import { createHash } from 'node:crypto';
import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';

/** A logo or text at a position of a product, as someone chose it. A name design is that of the organisation, of which only the text is chosen. */
export interface Design {
  methodId: number;
  positionId: number;
  logoId: number | null;
  /** With a line feed between lines. */
  text: string | null;
  fontName: string | null;
  threadColourId: number | null;
  /** The design of the organisation that it is: mandatory, or for names. */
  garmentDesignId: number | null;
  comments: string | null;
}

/** An area on the drawing of a garment, in centimetres of the garment. */
export interface DesignArea {
  side: 'front' | 'back';
  xCm: number;
  yCm: number;
  widthCm: number;
  heightCm: number;
}

/** A design of a line in words, measures and prices. Money in minor units, without tax. */
export interface PricedDesign extends Design, DesignArea {
  /** On a line of the cart: id of its row; 0 for a mandatory design, which has none. */
  id: number;
  /** The saved design that it follows. */
  customisationId: number | null;
  productId: number;
  /** Of a saved design, or of the organisation's. */
  name: string | null;
  method: string;
  position: string;
  measuredFrom: string;
  workingDays: number;
  logoName: string | null;
  logoFileId: number | null;
  logoSrc: string | null;
  letterMm: number | null;
  threadColour: string | null;
  threadNumber: string | null;
  threadRgb: string | null;
  nameForm: NameForm | null;
  isMandatory: boolean;
  /** Per piece. */
  priceMinor: number;
  /** Once per design and order. */
  setupMinor: number;
  isApproved: boolean;
  createdAt: Date;
  /** Why it can no longer be ordered as it is; absent when it can. */
  problem?: DesignProblem;
  /** Why the name of its wearer cannot be put there as it is written, as a sentence: of a required name that no one has typed. */
  nameProblem?: string;
}

/** What the API shows of a design: of a cart, a saved one, or as it was ordered. */
export type ShownDesign = Omit<
  PricedDesign,
  'createdAt' | 'logoFileId' | 'measuredFrom' | 'nameProblem' | 'problem' | 'threadColourId' | 'threadNumber' | 'workingDays'
> & {
  /** A moment, or ISO 8601 as JSON of the database has it. */
  createdAt: Date | string;
};

/**
 * What keeps a design from being ordered: its method or position is not offered for the product, its logo, its colour or the design of the organisation
 * is offered no longer, its text does not fit, the organisation requires another design at its position, or a required name is not known.
 */
export type DesignProblem = 'method' | 'position' | 'logo' | 'colour' | 'design' | 'text' | 'required' | 'name';

/**
 * Equal for designs that are set up once in an order: product, method, position, logo, text, font and colour. A name design is one whatever the text.
 */
export function createDesignKey(
  productId: number,
  { methodId, positionId, logoId, text, fontName, threadColourId, garmentDesignId }: Omit<Design, 'comments'>,
): string {
  const design =
    garmentDesignId === null
      ? [methodId, positionId, logoId, text, fontName, threadColourId]
      : ['design', garmentDesignId, positionId];
  return createHash('sha256')
    .update(JSON.stringify([productId, ...design]))
    .digest('base64url')
    .slice(0, 32);
}

/**
 * What a proof is of: a logo at a position by a method, a design of the organisation whatever the name, or a text as it is set. What was approved once
 * is not proved again. `proofKey` in `design-rows.queries.ts` computes the same in SQL.
 */
export function createProofKey({
  methodId,
  positionId,
  logoId,
  text,
  fontName,
  threadColourId,
  garmentDesignId,
}: Omit<Design, 'comments'>): string {
  if (garmentDesignId !== null) return `design:${garmentDesignId}`;
  if (text === null) return `logo:${logoId}:${methodId}:${positionId}`;
  return `text:${createHash('sha256')
    .update([methodId, positionId, logoId, fontName, threadColourId, text].map((part) => part ?? '').join('\n'))
    .digest('hex')}`;
}

/**
 * Equal for lines whose garments are decorated alike, as `cart_line.customisation_key` has it; empty without designs. Mandatory designs do not count:
 * every line of the product has them. Names are part of it, comments as well.
 */
export function createCustomisationKey(designs: readonly Design[]): string {
  if (designs.length === 0) return '';
  const parts = designs
    .map(({ methodId, positionId, logoId, text, fontName, threadColourId, garmentDesignId, comments }) =>
      JSON.stringify([positionId, methodId, logoId, text, fontName, threadColourId, garmentDesignId, comments]),
    )
    .sort();
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** What the designs of one piece cost, in minor units without tax. */
export const sumDecoration = (designs: readonly Pick<PricedDesign, 'priceMinor'>[]): number =>
  designs.reduce((sum, { priceMinor }) => sum + priceMinor, 0);

/** Working days that the designs of a piece take: those of the slowest method. 0 without designs. */
export const countDecorationDays = (designs: readonly Pick<PricedDesign, 'workingDays'>[]): number =>
  Math.max(0, ...designs.map(({ workingDays }) => workingDays));
