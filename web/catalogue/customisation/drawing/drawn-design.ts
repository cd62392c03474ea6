import * as words from '#contract/catalogue/customisation/design-words.ts';
import type { ReplyOf } from '#contract/index.ts';

export type Side = 'front' | 'back';

/** How large a drawing is, in centimetres of the garment. */
export interface Canvas {
  widthCm: number;
  heightCm: number;
}

/** An area on the drawing of a side, in centimetres of the garment. */
export interface Area {
  side: Side;
  xCm: number;
  yCm: number;
  widthCm: number;
  heightCm: number;
}

/** What is drawn of a design: what lines and saved designs have of it, so that they can be passed as they are. */
export type DrawnDesign = Pick<
  ReplyOf<'GET /api/customisations/:id'>['customisation'],
  | 'positionId'
  | 'position'
  | 'methodId'
  | 'method'
  | 'area'
  | 'logoName'
  | 'logoSrc'
  | 'text'
  | 'fontName'
  | 'letterMm'
  | 'threadColour'
  | 'threadRgb'
>;

export const EMBROIDERY = 10;
export const TRANSFER = 30;
export const NAME_BADGE = 40;

const formatMm = (mm: number): string => `${Math.round(mm * 10) / 10} mm`;

/** What is put on a garment in words: text “Niamh D.” in Serif, Ocean, 10 mm high, embroidered. */
export function describeContent({ methodId, method, logoSrc, logoName, text, ...lettering }: DrawnDesign): string {
  const { fontName, letterMm, threadColour } = lettering;
  const details = [fontName && `in ${fontName}`, threadColour, letterMm && `${formatMm(letterMm)} high`].filter(Boolean);
  return words.describeContent(
    { methodId, method, logoName: logoSrc ? (logoName ?? 'logo') : null, text: text || null },
    { lettering: details.join(', ') },
  );
}

/** The same with its position, as screen readers say it: “Left chest: text “Niamh D.” in Serif, Ocean, 10 mm high, embroidered”. */
export const describeDesign = (design: DrawnDesign): string => `${design.position}: ${describeContent(design)}`;

/** A drawing in words: the garment, its side, and what is where on it. Designs on the other side are left out. */
export function describeDrawing(garment: string, side: Side, designs: readonly DrawnDesign[]): string {
  const own = designs.filter(({ area }) => area.side === side).map(describeDesign);
  return [`${garment}, ${side}`, ...own].map((part) => `${part}.`).join(' ');
}
