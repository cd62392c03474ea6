import { buffer } from 'node:stream/consumers';
import type { FileStore } from '#api/platform/files/file-store.ts';
import { convertForPrint } from '#api/platform/files/reencode-image.ts';
import { outlineText } from '#api/platform/pdf/outline-text.ts';
import { parseDrawingPath } from '#garments/drawing-path.ts';
import { drawGarment, type GarmentType } from '#garments/garments.ts';
import { DRAWING_UNITS, getScale } from '#garments/scale.ts';
import { isLetteringFont } from '#lettering/fonts.ts';
import { loadFontMetrics } from '#lettering/metrics.ts';
import type { DecorationLine, WorkDesign } from './decoration.rules.ts';

/** Pixels of the longer side: a picture is a third of a page wide. */
const MAX_SIDE = 900;

/** Reads pictures of logos, each once. */
type LogoReader = (file: NonNullable<WorkDesign['logoFile']>) => Promise<Buffer | null>;

/** A reader for one work order. The picture of a logo that has been lost is left out. */
export function createLogoReader(files: Pick<FileStore, 'openFile'>): LogoReader {
  const read = new Map<number, Promise<Buffer | null>>();
  return (file) => {
    const known =
      read.get(file.id) ??
      files
        .openFile(file)
        .then(buffer)
        .catch(() => null);
    read.set(file.id, known);
    return known;
  };
}

/** The height of a logo above a text, and the gap between them, as shares of the height of the area. */
const LOGO_SHARE = 0.6;
const GAP_SHARE = 0.06;

/** A logo and a text in the middle of their area, in drawing units, as SVG. `unitsPerCm` is the scale of the drawing. */
async function drawDesign(design: WorkDesign, logo: Buffer | null, unitsPerCm: number): Promise<string> {
  const { area, text, fontName, letterMm, threadRgb } = design;
  const [x, y, width, height] = [area.xCm, area.yCm, area.widthCm, area.heightCm].map((cm) => cm * unitsPerCm) as [
    number,
    number,
    number,
    number,
  ];
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#d32f2f" stroke-width="0.5" stroke-dasharray="2 1.5"/>`;
  const hasText = text !== null && fontName !== null && letterMm !== null && isLetteringFont(fontName);
  const logoHeight = hasText ? height * LOGO_SHARE : height;
  const image = logo
    ? `<image x="${x}" y="${y}" width="${width}" height="${logoHeight}" preserveAspectRatio="xMidYMid meet" href="data:image/png;base64,${logo.toString('base64')}"/>`
    : '';
  if (!hasText) return `${image}${frame}`;
  const outlined = outlineText(await loadFontMetrics(fontName), text, letterMm);
  const scale = unitsPerCm / 10;
  const top = logo ? y + logoHeight + height * GAP_SHARE : y + (height - outlined.heightMm * scale) / 2;
  const left = x + (width - outlined.widthMm * scale) / 2;
  const path = `<path transform="translate(${left} ${top}) scale(${scale})" d="${outlined.path}" fill="${threadRgb ?? '#000000'}"/>`;
  return `${image}${path}${frame}`;
}

/**
 * The side of a garment with a design at its true proportion, as JPEG; null where the garment has no drawing or it cannot be drawn. `owner` is who waits.
 */
export async function drawDecoratedGarment(
  line: Pick<DecorationLine, 'drawings'>,
  design: WorkDesign,
  { readLogo, owner }: { readLogo: LogoReader; owner: string },
): Promise<Uint8Array | null> {
  const drawing = parseDrawingPath(line.drawings[design.area.side]);
  if (!drawing) return null;
  const logo = design.logoFile && (await readLogo(design.logoFile));
  const marks = await drawDesign(design, logo, 1 / getScale(drawing.type as GarmentType));
  const garment = drawGarment(drawing.type, drawing.look);
  const { width, height } = DRAWING_UNITS;
  // The drawing is a document of its own; the design lies on it in the same units.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${garment}${marks}</svg>`;
  return convertForPrint(Buffer.from(svg), { owner, maxSide: MAX_SIDE });
}

/** Neither white nor dark logos disappear on it. */
const LOGO_BACKGROUND = '#8a9095';

/** The logo of a design alone, as JPEG on grey; null without one. */
export async function drawLogo(
  { logoFile }: WorkDesign,
  { readLogo, owner }: { readLogo: LogoReader; owner: string },
): Promise<Uint8Array | null> {
  const logo = logoFile && (await readLogo(logoFile));
  return logo && convertForPrint(logo, { owner, maxSide: 500, background: LOGO_BACKGROUND });
}
