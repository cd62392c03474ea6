import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { SMALL } from './blocks.ts';
import { Canvas, type PageFormat, type StructureElement } from './canvas.ts';
import type { PdfContent } from './pdf-content.ts';
import { drawLines, type PdfBlock, type Piece } from './piece.ts';
import { joinIsolated } from './writing-direction.ts';

const MM = 72 / 25.4;

const FORMATS = {
  a4: { width: 210 * MM, height: 297 * MM, margins: { left: 48, right: 48, top: 40, bottom: 56 } },
  /** The usual size of parcel labels, 100 by 150 mm. */
  label: { width: 100 * MM, height: 150 * MM, margins: { left: 16, right: 16, top: 16, bottom: 16 } },
} satisfies Record<PdfContent['format'], PageFormat>;

const LOGO_HEIGHT = 28;
const BAR_HEIGHT = 6;
/** Space at the top of further pages for the title of the part. */
const RUNNING_HEADER_HEIGHT = 30;
/** Other requests are served after this many milliseconds of work. */
const MAX_SLICE_MS = 8;

/** Draws a document; the stream ends with an error where drawing fails. */
export function drawPdf(content: PdfContent): Readable {
  const canvas = new Canvas(content.theme, FORMATS[content.format], content);
  const stream = canvas.document as unknown as Readable;
  drawDocument(canvas, content).then(
    () => {
      if (!stream.destroyed) canvas.document.end();
    },
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

async function drawDocument(canvas: Canvas, { format, parts, footer = '' }: PdfContent): Promise<void> {
  const { document } = canvas;
  const root = document.struct('Document');
  document.addStructure(root);
  const pagesByPart: { title: string; first: number; count: number }[] = [];
  const pause = createPauses(() => (document as unknown as Readable).destroyed);
  for (const part of parts) {
    const first = document.bufferedPageRange().count;
    const section = canvas.addElement(root, 'Sect');
    document.addPage();
    const top = format === 'a4' ? drawLetterhead(canvas, section) : canvas.format.margins.top;
    await drawBlocks(canvas, part.blocks, section, { top, pause });
    pagesByPart.push({ title: part.title, first, count: document.bufferedPageRange().count - first });
    section.end();
  }
  if (format === 'a4') for (const pages of pagesByPart) drawPageFurniture(canvas, pages, footer);
  root.end();
}

/** Lets other work in between after each slice; throws if no one reads the document any more. */
function createPauses(isCancelled: () => boolean): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < MAX_SLICE_MS) return undefined;
    return setImmediate().then(() => {
      if (isCancelled()) throw new Error('The PDF is no longer needed.');
      started = performance.now();
    });
  };
}

async function drawBlocks(
  canvas: Canvas,
  blocks: readonly PdfBlock[],
  parent: StructureElement,
  { top, pause }: { top: number; pause: () => Promise<void> | undefined },
): Promise<void> {
  const { margins, height } = canvas.format;
  const bottom = height - margins.bottom;
  let y = top;
  let start = top;
  let kept: Piece[] = [];
  const place = (pieces: readonly Piece[]) => {
    const needed = pieces.reduce((total, piece) => total + piece.height, 0);
    if (y + needed > bottom && y > start) {
      canvas.document.addPage();
      start = margins.top + RUNNING_HEADER_HEIGHT;
      y = start;
      const repeated = pieces[0]?.repeated;
      if (repeated) {
        canvas.decorate(() => repeated.draw(margins.left, y), 'Pagination');
        y += repeated.height;
      }
    }
    for (const piece of pieces) {
      piece.draw(margins.left, y);
      y += piece.height;
    }
  };
  for (const block of blocks) {
    for (const piece of block.layout(canvas, canvas.bodyWidth, parent)) {
      kept.push(piece);
      if (piece.isKeptWithNext) continue;
      place(kept);
      kept = [];
      await pause();
    }
  }
  place(kept);
}

/** Draws the brand's bar and logo at the top of a first page, and returns where the content begins. */
function drawLetterhead(canvas: Canvas, parent: StructureElement): number {
  const { theme, format } = canvas;
  const { left, top } = format.margins;
  const { logo, company } = theme;
  if (logo) {
    canvas.mark(canvas.addElement(parent, 'Figure', { alt: company }), () => canvas.drawLogo(logo, left, top, LOGO_HEIGHT));
  } else {
    const style = { font: theme.headingFont, size: 16, colour: theme.accent, spacing: theme.headingSpacing };
    const lines = canvas.layoutText(company, style, canvas.bodyWidth, { maxLength: 80, maxLines: 1 });
    drawLines(canvas, canvas.addElement(parent, 'P'), lines, style, { x: left, y: top, width: canvas.bodyWidth });
  }
  return top + LOGO_HEIGHT + 26;
}

/** Draws what each page of a part has: the bar, the footer with the number of the page, and the title on further pages. */
function drawPageFurniture(
  canvas: Canvas,
  { title, first, count }: { title: string; first: number; count: number },
  footer: string,
): void {
  const { theme, format, document, bodyWidth: width } = canvas;
  const x = format.margins.left;
  const footerLines = canvas.layoutText(footer, { ...SMALL, size: 7 }, width - 90, { maxLength: 400, maxLines: 2 });
  const running = canvas.layoutText(joinIsolated([title, theme.company]), SMALL, width, { maxLength: 200, maxLines: 1 });
  for (let page = 0; page < count; page++) {
    document.switchToPage(first + page);
    canvas.decorate(() => {
      canvas.fillArea(0, 0, format.width, BAR_HEIGHT, theme.primary);
      const y = format.height - 40;
      canvas.drawRule(x, y, width);
      drawLines(canvas, null, footerLines, { ...SMALL, size: 7 }, { x, y: y + 5, width: width - 90 });
      const number = canvas.layoutText(`Page ${page + 1} of ${count}`, SMALL, 90);
      drawLines(canvas, null, number, SMALL, { x: x + width - 90, y: y + 4, width: 90, align: 'right' });
      if (page > 0) drawLines(canvas, null, running, SMALL, { x, y: format.margins.top - 8, width });
    }, 'Pagination');
  }
}
