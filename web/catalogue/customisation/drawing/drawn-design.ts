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
  | 'logoSrc'
  | 'text'
  | 'fontName'
  | 'letterMm'
  | 'threadColour'
  | 'threadRgb'
> & {
  /** Name of the logo, where it is known. */
  logoName?: string | null;
};

export const EMBROIDERY = 10;
export const TRANSFER = 30;
export const NAME_BADGE = 40;

const formatMm = (mm: number): string => `${Math.round(mm * 10) / 10} mm`;

/** A design in words, as screen readers say it: “Left chest: “Niamh D.” in Serif, Ocean, 10 mm high, embroidery”. */
export function describeDesign({
  position,
  method,
  logoSrc,
  logoName,
  text,
  fontName,
  letterMm,
  threadColour,
}: DrawnDesign): string {
  const logo = logoSrc ? [logoName ?? 'logo'] : [];
  const lettering = text
    ? [
        `“${text.replaceAll('\n', ' / ')}”${fontName ? ` in ${fontName}` : ''}`,
        ...(threadColour ? [threadColour] : []),
        ...(letterMm ? [`${formatMm(letterMm)} high`] : []),
      ]
    : [];
  return `${position}: ${[...logo, ...lettering, method.toLowerCase()].join(', ')}`;
}

/** A drawing in words: the garment, its side, and what is where on it. Designs on the other side are left out. */
export function describeDrawing(garment: string, side: Side, designs: readonly DrawnDesign[]): string {
  const own = designs.filter(({ area }) => area.side === side).map(describeDesign);
  return [`${garment}, ${side}`, ...own].map((part) => `${part}.`).join(' ');
}
