import type { Canvas, StructureElement } from './canvas.ts';
import { encodeCode128 } from './code128.ts';
import { TEXT_COLOUR } from './pdf-theme.ts';
import { drawLines, heightOfLines, type PdfBlock } from './piece.ts';
import type { TextStyle } from './text.ts';

/** Modules of white that scanners need on each side. */
const QUIET_ZONE = 10;
/** Points: 0.5 mm and 0.25 mm. Wider modules read better; narrower ones are lost by cheap printers. */
const MAX_MODULE = 1.42;
const MIN_MODULE = 0.71;

interface BarcodeOptions {
  height?: number;
  align?: 'left' | 'center' | 'right';
  alt?: string;
}

/**
 * A Code 128 barcode drawn as vectors, with its text below it; no wider than the column. On the left and on the right its bars begin at the edge of the
 * column: the quiet zone lies in the margin, which must be 5 mm wide.
 *
 * @throws RangeError for a text that Code 128 cannot encode, or that is too long to be readable in this width
 */
export function barcode(text: string, options: BarcodeOptions = {}): PdfBlock {
  // Refuses what cannot be encoded before anything is laid out.
  encodeCode128(text);
  return {
    *layout(canvas, width, parent) {
      const { height, draw } = layoutBarcode(canvas, text, width, options);
      yield { height: height + 8, draw: (x, y) => draw(parent, x, y) };
    },
  };
}

/** A barcode as `barcode` draws it, at a place in a column of this width. `height` is that of bars and text. Throws as `barcode` does. */
export function layoutBarcode(
  canvas: Canvas,
  text: string,
  width: number,
  { height = 40, align = 'left', alt }: BarcodeOptions = {},
): { height: number; draw: (parent: StructureElement, x: number, y: number) => void } {
  const widths = encodeCode128(text);
  const modules = widths.reduce((total, each) => total + each, 0) + 2 * QUIET_ZONE;
  const module = Math.min(MAX_MODULE, width / modules);
  if (module < MIN_MODULE)
    throw new RangeError(`A barcode of ${text.length} characters does not fit ${Math.round(width)} points.`);
  const style: TextStyle = { font: 'sans-600', size: 9, colour: TEXT_COLOUR, spacing: 0.06, hasTabularFigures: true };
  const lines = canvas.layoutText(text, style, module * modules);
  return {
    height: height + heightOfLines(lines, style),
    draw: (parent, x, y) => {
      const barsWidth = (modules - 2 * QUIET_ZONE) * module;
      const left = align === 'left' ? x : x + (width - barsWidth) / (align === 'right' ? 1 : 2);
      canvas.mark(canvas.addElement(parent, 'Figure', { alt: alt ?? `Barcode of ${text}` }), () => {
        let bar = left;
        for (const [index, units] of widths.entries()) {
          if (index % 2 === 0) canvas.document.rect(bar, y, units * module, height);
          bar += units * module;
        }
        canvas.document.fill(TEXT_COLOUR);
      });
      drawLines(canvas, canvas.addElement(parent, 'P'), lines, style, {
        x: left,
        y: y + height + 2,
        width: barsWidth,
        align: 'center',
      });
    },
  };
}
