import type { Canvas } from './canvas.ts';
import { MUTED_COLOUR, TEXT_COLOUR } from './pdf-theme.ts';
import { drawLines, heightOfLines, LINE_HEIGHT, type PdfBlock, type Piece } from './piece.ts';
import type { TextStyle } from './text.ts';

export const BODY: TextStyle = { font: 'sans-400', size: 9.5, colour: TEXT_COLOUR };
export const STRONG: TextStyle = { ...BODY, font: 'sans-600' };
export const SMALL: TextStyle = { ...BODY, size: 8, colour: MUTED_COLOUR };

const headingStyle = ({ theme }: Canvas, size: number): TextStyle => ({
  font: theme.headingFont,
  size,
  colour: theme.accent,
  spacing: theme.headingSpacing,
});

const MAX_HEADING_LENGTH = 160;

const HEADING_SIZES = { 1: 24, 2: 12.5, 3: 10.5 };

/** The title of the document (level 1), or the heading of a section (2) or of a part of it (3). */
export function heading(
  text: string,
  {
    level = 2,
    size,
    above = level === 1 ? 0 : 10,
    maxLength = MAX_HEADING_LENGTH,
  }: { level?: 1 | 2 | 3; size?: number; above?: number; maxLength?: number } = {},
): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const style = headingStyle(canvas, size ?? HEADING_SIZES[level]);
      const lines = canvas.layoutText(text, style, width, { maxLength });
      yield {
        height: above + heightOfLines(lines, style, 1.2) + (level === 1 ? 6 : 5),
        isKeptWithNext: true,
        draw: (x, y) =>
          drawLines(canvas, canvas.addElement(parent, `H${level}`), lines, style, { x, y: y + above, width, lineHeight: 1.2 }),
      };
    },
  };
}

interface ParagraphOptions {
  style?: TextStyle;
  align?: 'left' | 'right' | 'center';
  maxLength?: number;
  /** Points below the paragraph. */
  after?: number;
}

/** A paragraph of running text. It may continue on the next page. */
export function bodyText(text: string, { style = BODY, align, maxLength, after = 6 }: ParagraphOptions = {}): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const lines = canvas.layoutText(text, style, width, { maxLength });
      let element: ReturnType<Canvas['addElement']> | undefined;
      for (const [index, line] of lines.entries()) {
        yield {
          height: style.size * LINE_HEIGHT + (index === lines.length - 1 ? after : 0),
          // Neither the first nor the last line of a paragraph stands alone on a page.
          isKeptWithNext: lines.length > 1 && (index === 0 || index === lines.length - 2),
          draw: (x, y) => {
            element ??= canvas.addElement(parent, 'P');
            drawLines(canvas, element, [line], style, { x, y, width, align: align ?? (line.isRightToLeft ? 'right' : 'left') });
          },
        };
      }
    },
  };
}

export interface KeyValue {
  key: string;
  value: string;
}

/** Facts with their names, in columns: the name in small print above its value. */
export function keyValues(items: readonly KeyValue[], { columns = 3 }: { columns?: number } = {}): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const gap = 16;
      const columnWidth = (width - gap * (columns - 1)) / columns;
      let list: ReturnType<Canvas['addElement']> | undefined;
      for (let start = 0; start < items.length; start += columns) {
        const row = items.slice(start, start + columns).map(({ key, value }) => ({
          key: canvas.layoutText(key, SMALL, columnWidth, { maxLength: 80 }),
          value: canvas.layoutText(value, STRONG, columnWidth, { maxLength: 300 }),
        }));
        const height = Math.max(...row.map(({ key, value }) => heightOfLines(key, SMALL) + heightOfLines(value, STRONG)));
        yield {
          height: height + 8,
          draw: (x, y) => {
            list ??= canvas.addElement(parent, 'L');
            for (const [index, { key, value }] of row.entries()) {
              const left = x + index * (columnWidth + gap);
              const item = canvas.addElement(list, 'LI');
              drawLines(canvas, canvas.addElement(item, 'Lbl'), key, SMALL, { x: left, y, width: columnWidth });
              drawLines(canvas, canvas.addElement(item, 'LBody'), value, STRONG, {
                x: left,
                y: y + heightOfLines(key, SMALL),
                width: columnWidth,
              });
            }
          },
        };
      }
    },
  };
}

/** A name in small print and lines of text below it, such as an address. */
export function labelledLines(label: string, lines: readonly string[], { style = BODY }: { style?: TextStyle } = {}): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const shown = [
        { lines: canvas.layoutText(label, SMALL, width, { maxLength: 80 }), style: SMALL },
        ...lines
          .filter((line) => line.trim() !== '')
          .map((line, index) => {
            const lineStyle: TextStyle = index === 0 ? { ...style, font: 'sans-600' } : style;
            return { lines: canvas.layoutText(line, lineStyle, width, { maxLength: 120 }), style: lineStyle };
          }),
      ];
      yield {
        height: shown.reduce((total, part) => total + heightOfLines(part.lines, part.style), 0) + 10,
        draw: (x, y) => {
          let top = y;
          for (const part of shown) {
            drawLines(canvas, canvas.addElement(parent, 'P'), part.lines, part.style, { x, y: top, width });
            top += heightOfLines(part.lines, part.style);
          }
        },
      };
    },
  };
}

interface ColumnOptions {
  /** The relative widths. */
  shares?: readonly number[];
  isKeptWithNext?: boolean;
}

/** Blocks side by side, which stay together on a page. */
export function columns(
  groups: readonly (readonly PdfBlock[])[],
  { shares = groups.map(() => 1), isKeptWithNext = false }: ColumnOptions = {},
): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const gap = 24;
      const total = shares.reduce((sum, share) => sum + share, 0);
      const widths = shares.map((share) => ((width - gap * (groups.length - 1)) * share) / total);
      const pieces = groups.map((blocks, index) =>
        blocks.flatMap((block) => [...block.layout(canvas, widths[index] as number, parent)]),
      );
      yield {
        height: Math.max(...pieces.map(heightOfPieces)),
        isKeptWithNext,
        draw: (x, y) => {
          let left = x;
          for (const [index, group] of pieces.entries()) {
            drawStacked(group, left, y);
            left += (widths[index] as number) + gap;
          }
        },
      };
    },
  };
}

/** A tinted box with a heading and other blocks, which stays together on a page. */
export function box(title: string, content: readonly PdfBlock[]): PdfBlock {
  const blocks = [heading(title, { above: 0 }), ...content];
  return {
    *layout(canvas, width, parent) {
      const padding = 12;
      const pieces = blocks.flatMap((block) => [...block.layout(canvas, width - 2 * padding, parent)]);
      const height = heightOfPieces(pieces) + 2 * padding - 4;
      yield {
        height: height + 10,
        draw: (x, y) => {
          canvas.decorate(() => canvas.fillArea(x, y, width, height, canvas.theme.tint, 4));
          drawStacked(pieces, x + padding, y + padding);
        },
      };
    },
  };
}

const heightOfPieces = (pieces: readonly Piece[]) => pieces.reduce((total, { height }) => total + height, 0);

function drawStacked(pieces: readonly Piece[], x: number, y: number): void {
  let top = y;
  for (const piece of pieces) {
    piece.draw(x, top);
    top += piece.height;
  }
}

/** Lines to write on by hand, side by side, with what belongs there below each. */
export function writingLines(labels: readonly string[]): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const gap = 20;
      const lineWidth = (width - gap * (labels.length - 1)) / labels.length;
      yield {
        height: 58,
        draw: (x, y) => {
          for (const [index, label] of labels.entries()) {
            const left = x + index * (lineWidth + gap);
            canvas.decorate(() => canvas.drawRule(left, y + 36, lineWidth, MUTED_COLOUR));
            const lines = canvas.layoutText(label, SMALL, lineWidth, { maxLength: 60 });
            drawLines(canvas, canvas.addElement(parent, 'P'), lines, SMALL, { x: left, y: y + 39, width: lineWidth });
          }
        },
      };
    },
  };
}

/** Numbered steps. */
export const steps = (texts: readonly string[]): PdfBlock =>
  markedList(texts.map((text, index) => ({ mark: `${index + 1}.`, text })));

/** A list whose items begin with bullets. */
export const bullets = (texts: readonly string[]): PdfBlock => markedList(texts.map((text) => ({ mark: '•', text })));

function markedList(items: readonly { mark: string; text: string }[]): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const indent = 16;
      let list: ReturnType<Canvas['addElement']> | undefined;
      for (const item of items) {
        const mark = canvas.layoutText(item.mark, STRONG, indent);
        const lines = canvas.layoutText(item.text, BODY, width - indent);
        yield {
          height: heightOfLines(lines, BODY) + 3,
          draw: (x, y) => {
            list ??= canvas.addElement(parent, 'L');
            const element = canvas.addElement(list, 'LI');
            drawLines(canvas, canvas.addElement(element, 'Lbl'), mark, STRONG, { x, y, width: indent });
            drawLines(canvas, canvas.addElement(element, 'LBody'), lines, BODY, { x: x + indent, y, width: width - indent });
          },
        };
      }
      yield space(6);
    },
  };
}

/** A dashed frame to cut out, with blocks in it that stay together. */
export function cutOut(blocks: readonly PdfBlock[], { frameWidth }: { frameWidth: number }): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const padding = 16;
      const pieces = blocks.flatMap((block) => [...block.layout(canvas, frameWidth - 2 * padding, parent)]);
      const height = heightOfPieces(pieces) + 2 * padding;
      yield {
        height: height + 8,
        draw: (x, y) => {
          const left = x + (width - frameWidth) / 2;
          canvas.decorate(() => canvas.drawDashedFrame(left, y, frameWidth, height));
          drawStacked(pieces, left + padding, y + padding);
        },
      };
    },
  };
}

const space = (height: number): Piece => ({ height, draw: () => {} });
