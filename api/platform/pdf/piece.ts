import type { Canvas, StructureElement } from './canvas.ts';
import type { TextLine, TextStyle } from './text.ts';

/** Something that stays together on a page. */
export interface Piece {
  /** Points, with the space below it. */
  height: number;
  /** Draws it with its top left corner at (x, y). */
  draw(x: number, y: number): void;
  /** Whether it may not be the last of a page, as a heading. */
  isKeptWithNext?: boolean;
  /** Drawn above it, as decoration, if it is the first on a page: the headings of a table. */
  repeated?: { height: number; draw(x: number, y: number): void };
}

/** A part of a document. Its pieces are drawn in order, and their content is added to `parent`. */
export interface PdfBlock {
  layout(canvas: Canvas, width: number, parent: StructureElement): Iterable<Piece>;
}

/** Lines of text are this many times as high as their font. */
export const LINE_HEIGHT = 1.4;
/** Letters take about this much of the font size above the baseline; the rest of a line is divided above and below them. */
const CAP_HEIGHT = 0.72;
/** From the top of a line to its baseline, as a share of the font size. */
export const BASELINE = (LINE_HEIGHT + CAP_HEIGHT) / 2;

export const heightOfLines = (lines: readonly TextLine[], { size }: TextStyle, lineHeight = LINE_HEIGHT) =>
  lines.length * size * lineHeight;

/** Draws lines below each other, the first at the top `y`, aligned in `width`: as content of an element, or of a decoration if it is null. */
export function drawLines(
  canvas: Canvas,
  element: StructureElement | null,
  lines: readonly TextLine[],
  style: TextStyle,
  box: { x: number; y: number; width: number; align?: 'left' | 'right' | 'center'; lineHeight?: number },
): void {
  const { x, y, width, align = 'left', lineHeight = LINE_HEIGHT } = box;
  const step = style.size * lineHeight;
  const placed = lines.map((line, index) => {
    const offset = align === 'left' ? 0 : (width - line.width) / (align === 'right' ? 1 : 2);
    return { line, x: x + offset, y: y + index * step + (step + style.size * CAP_HEIGHT) / 2 };
  });
  canvas.drawText(element, placed, style);
}
