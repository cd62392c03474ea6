import { BODY } from './blocks.ts';
import { drawLines, LINE_HEIGHT, type PdfBlock } from './piece.ts';
import type { TextLine } from './text.ts';

/** A colour, `#rrggbb`, with its name; null for a colour that is only known by its name. */
export interface Swatch {
  name: string;
  rgb: string | null;
}

const DOT = 10;
const DOT_GAP = 5;
const GAP = 14;
const ROW_HEIGHT = BODY.size * LINE_HEIGHT + 3;

/** Colours with their names, one after the other, on as many lines as they need. */
export function swatches(colours: readonly Swatch[]): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const rows: { x: number; line: TextLine; rgb: string | null }[][] = [];
      let left = Number.POSITIVE_INFINITY;
      for (const { name, rgb } of colours) {
        const dot = rgb === null ? 0 : DOT + DOT_GAP;
        const [line] = canvas.layoutText(name, BODY, width - dot, { maxLength: 80, maxLines: 1 });
        if (!line) continue;
        if (left + dot + line.width > width) {
          rows.push([]);
          left = 0;
        }
        rows.at(-1)?.push({ x: left, line, rgb });
        left += dot + line.width + GAP;
      }
      let list: ReturnType<typeof canvas.addElement> | undefined;
      for (const [index, row] of rows.entries()) {
        yield {
          height: ROW_HEIGHT + (index === rows.length - 1 ? 5 : 0),
          draw: (x, y) => {
            list ??= canvas.addElement(parent, 'L');
            for (const { x: offset, line, rgb } of row) {
              const dot = rgb === null ? 0 : DOT + DOT_GAP;
              if (rgb !== null) canvas.decorate(() => canvas.drawDot(x + offset, y + 1.5, DOT, rgb));
              const item = canvas.addElement(canvas.addElement(list, 'LI'), 'LBody');
              drawLines(canvas, item, [line], BODY, { x: x + offset + dot, y, width: width - offset - dot });
            }
          },
        };
      }
    },
  };
}
