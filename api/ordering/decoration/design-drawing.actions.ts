import { buffer } from 'node:stream/consumers';
import type { FileStore } from '#api/platform/files/file-store.ts';
import { convertForPrint } from '#api/platform/files/reencode-image.ts';
import { outlineText } from '#api/platform/pdf/outline-text.ts';
import { chooseBackground } from '#brands/choose-background.ts';
import { NAME_BADGE } from '#contract/catalogue/customisation/design-words.ts';
import { parseDrawingPath } from '#garments/drawing-path.ts';
import { drawGarment, type GarmentType } from '#garments/garments.ts';
import { DRAWING_UNITS, getScale } from '#garments/scale.ts';
import { isLetteringFont } from '#lettering/fonts.ts';
import { loadFontMetrics } from '#lettering/metrics.ts';
import { type DesignLayout, PLATE_COLOURS, PLATE_EDGE, placeDesign, placePlate } from '#lettering/place-design.ts';
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

/** A plate below the letters of a name badge, in millimetres, as previews show it. */
function drawPlate(layout: DesignLayout, threadRgb: string): string {
  const plate = placePlate(layout);
  if (!plate) return '';
  const { radius, rgb, width } = PLATE_EDGE;
  const fill = chooseBackground(threadRgb, PLATE_COLOURS);
  return `<rect x="${plate.x}" y="${plate.y}" width="${plate.width}" height="${plate.height}" rx="${radius}" fill="${fill}" stroke="${rgb}" stroke-width="${width}"/>`;
}

/** A logo and a text where previews have them, above the edge of their area, in millimetres of the garment, as SVG. `pictureMm` is the width of the picture. */
async function drawDesign(design: WorkDesign, logo: Buffer | null, pictureMm: number): Promise<string> {
  const { text, fontName, letterMm, methodId } = design;
  const { xCm, yCm, widthCm, heightCm } = design.area;
  const area = { x: xCm * 10, y: yCm * 10, width: widthCm * 10, height: heightCm * 10 };
  const font = text !== null && fontName !== null && isLetteringFont(fontName) ? fontName : undefined;
  const metrics = font && (await loadFontMetrics(font));
  const layout = placeDesign(area, { hasLogo: logo !== null, text, letterMm }, metrics);
  const threadRgb = design.threadRgb ?? '#000000';
  const plate = methodId === NAME_BADGE ? drawPlate(layout, threadRgb) : '';
  const image =
    logo && layout.logo
      ? `<image x="${layout.logo.x}" y="${layout.logo.y}" width="${layout.logo.width}" height="${layout.logo.height}" preserveAspectRatio="xMidYMid meet" href="data:image/png;base64,${logo.toString('base64')}"/>`
      : '';
  const lettering =
    metrics && layout.text && text !== null
      ? `<path transform="translate(${layout.text.x} ${layout.text.y})" d="${outlineText(metrics, text, layout.text.letterMm).path}" fill="${threadRgb}"/>`
      : '';
  const [line, dash] = [pictureMm / 400, pictureMm / 100];
  const frame = `<rect x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}" fill="none" stroke="#e53935" stroke-width="${line}" stroke-dasharray="${dash} ${dash}"/>`;
  return `${frame}${plate}${image}${lettering}`;
}

/** How much is shown around an area in its close-up, as a share of its width. */
const MARGIN = 0.25;

/**
 * The side of a garment with a design at its true proportion, and the design enlarged, as JPEG; null where the garment has no drawing. `owner` is who waits.
 */
export async function drawDecoratedGarment(
  line: Pick<DecorationLine, 'drawings'>,
  design: WorkDesign,
  { readLogo, owner }: { readLogo: LogoReader; owner: string },
): Promise<{ drawing: Uint8Array | null; closeUp: Uint8Array | null }> {
  const drawing = parseDrawingPath(line.drawings[design.area.side]);
  if (!drawing) return { drawing: null, closeUp: null };
  const logo = design.logoFile && (await readLogo(design.logoFile));
  const unitsPerMm = 1 / (10 * getScale(drawing.type as GarmentType));
  const { width, height } = DRAWING_UNITS;
  // The drawing is a document of its own; the design lies on it.
  const cloth = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawGarment(drawing.type, drawing.look)}</svg>`;
  const print = async (x: number, y: number, cutWidth: number, cutHeight: number) => {
    const marks = `<g transform="scale(${unitsPerMm})">${await drawDesign(design, logo, cutWidth / unitsPerMm)}</g>`;
    const enlarged = height / Math.max(cutWidth, cutHeight);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${cutWidth} ${cutHeight}" width="${cutWidth * enlarged}" height="${cutHeight * enlarged}">${cloth}${marks}</svg>`;
    return convertForPrint(Buffer.from(svg), { owner, maxSide: MAX_SIDE });
  };
  const { xCm, yCm, widthCm, heightCm } = design.area;
  const units = (cm: number) => cm * 10 * unitsPerMm;
  const margin = widthCm * MARGIN;
  const [left, top] = [units(xCm - margin), units(yCm - margin)];
  return {
    drawing: await print(0, 0, width, height),
    closeUp: await print(left, top, units(widthCm + 2 * margin), units(heightCm + 2 * margin)),
  };
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
