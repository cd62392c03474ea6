import { layoutBarcode } from './barcode.ts';
import { BODY, SMALL, STRONG } from './blocks.ts';
import type { Canvas, StructureElement } from './canvas.ts';
import { MUTED_COLOUR, TEXT_COLOUR } from './pdf-theme.ts';
import { BASELINE, drawLines, heightOfLines, LINE_HEIGHT, type PdfBlock, type Piece } from './piece.ts';
import type { TextLine, TextStyle } from './text.ts';

export interface TableColumn {
  header: string;
  /** Relative to the other columns. */
  share: number;
  align?: 'left' | 'right' | 'center';
  style?: TextStyle;
  /** Characters after which its cells are cut; 300 by default. */
  maxLength?: number;
}

/** A text, a text with small print below it, an empty box to tick by hand, or a barcode of a short code. */
export type TableCell = string | { text: string; detail?: string | null } | { tickBox: true } | { barcode: string };

interface TableOptions {
  columns: readonly TableColumn[];
  rows: Iterable<readonly TableCell[]>;
  /** The column whose cells name the rows; -1 for none. */
  rowHeader?: number;
  /** Instead of rows, if there are none. */
  empty?: string;
}

interface CellLayout {
  text: TextLine[];
  detail: TextLine[];
  hasTickBox: boolean;
  barcode: ReturnType<typeof layoutBarcode> | undefined;
  style: TextStyle;
  align: 'left' | 'right' | 'center';
  x: number;
  width: number;
}

const PADDING = 5;
const GAP = 10;
const TICK_BOX = 13;
const BARS = 20;
const MAX_CELL_LENGTH = 300;
const HEADER: TextStyle = { ...SMALL, font: 'sans-600' };

/** A table with a header row, which is repeated on each page. Rows are not divided between pages. */
export function table(options: TableOptions): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const { columns, rows, rowHeader = 0, empty } = options;
      const layoutRow = createRowLayout(canvas, columns, width);
      const header = layoutRow(
        columns.map(({ header: text }) => text),
        HEADER,
      );
      const headerHeight = heightOfRow(header);
      const elements = createTableElements(canvas, parent);
      const drawHeader = (x: number, y: number) => {
        canvas.decorate(() => canvas.drawRule(x, y + headerHeight, width, MUTED_COLOUR));
        const row = canvas.addElement(elements.head, 'TR');
        for (const cell of header) {
          drawCell(canvas, canvas.addElement(row, 'TH', { scope: 'Column' }), cell, x, y, HEADER.size);
        }
        row.end();
      };
      yield { height: headerHeight, draw: (x, y) => drawHeader(x, y), isKeptWithNext: true };
      let count = 0;
      for (const values of rows) {
        count++;
        yield createRow(canvas, layoutRow(values), {
          width,
          elements,
          rowHeader,
          repeated: {
            height: headerHeight,
            draw: (x, y) => {
              canvas.drawRule(x, y + headerHeight, width, MUTED_COLOUR);
              for (const cell of header) drawCell(canvas, null, cell, x, y, HEADER.size);
            },
          },
        });
      }
      if (count === 0 && empty !== undefined) {
        const lines = canvas.layoutText(empty, SMALL, width);
        yield {
          height: heightOfLines(lines, SMALL) + 2 * PADDING,
          draw: (x, y) => {
            const cell = canvas.addElement(canvas.addElement(elements.body, 'TR'), 'TD');
            drawLines(canvas, cell, lines, SMALL, { x, y: y + PADDING, width });
          },
        };
      }
      yield { height: 8, draw: () => {} };
    },
  };
}

/** The structure of a table, created when its first cell is drawn. */
function createTableElements(canvas: Canvas, parent: StructureElement) {
  let created: { head: StructureElement; body: StructureElement } | undefined;
  const get = () => {
    if (!created) {
      const element = canvas.addElement(parent, 'Table');
      created = { head: canvas.addElement(element, 'THead'), body: canvas.addElement(element, 'TBody') };
    }
    return created;
  };
  return {
    get head() {
      return get().head;
    },
    get body() {
      return get().body;
    },
  };
}

function createRowLayout(canvas: Canvas, columns: readonly TableColumn[], width: number) {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  const available = width - GAP * (columns.length - 1);
  let left = 0;
  const places = columns.map(({ share }) => {
    const place = { x: left, width: (available * share) / total };
    left += place.width + GAP;
    return place;
  });
  return (cells: readonly TableCell[], style?: TextStyle): CellLayout[] =>
    columns.map((column, index): CellLayout => {
      const cell = cells[index] ?? '';
      const place = places[index] as { x: number; width: number };
      const cellStyle = style ?? column.style ?? BODY;
      const layout = (text: string | null | undefined, textStyle: TextStyle) =>
        text ? canvas.layoutText(text, textStyle, place.width, { maxLength: column.maxLength ?? MAX_CELL_LENGTH }) : [];
      const { text, detail } =
        typeof cell === 'string' ? { text: cell, detail: null } : 'text' in cell ? cell : { text: '', detail: null };
      return {
        ...place,
        text: layout(text, cellStyle),
        detail: layout(detail, SMALL),
        hasTickBox: typeof cell !== 'string' && 'tickBox' in cell,
        barcode:
          typeof cell !== 'string' && 'barcode' in cell
            ? layoutBarcode(canvas, cell.barcode, place.width, { height: BARS, align: column.align ?? 'left' })
            : undefined,
        style: cellStyle,
        align: column.align ?? 'left',
      };
    });
}

const findLargestFont = (cells: readonly CellLayout[]) =>
  Math.max(...cells.map(({ text, style }) => (text.length > 0 ? style.size : 0)));

function heightOfRow(cells: readonly CellLayout[]): number {
  const largest = findLargestFont(cells);
  const heights = cells.map(({ text, detail, style, hasTickBox, barcode }) =>
    barcode
      ? barcode.height
      : hasTickBox
        ? TICK_BOX
        : (largest - style.size) * BASELINE + heightOfLines(text, style) + heightOfLines(detail, SMALL),
  );
  return Math.max(...heights) + 2 * PADDING;
}

/** Draws a cell whose first line has its baseline where a font of `largest` points would have it. */
function drawCell(
  canvas: Canvas,
  element: StructureElement | null,
  { text, detail, style, align, x, width }: CellLayout,
  left: number,
  y: number,
  largest: number,
): void {
  const top = y + PADDING + (largest - style.size) * BASELINE;
  drawLines(canvas, element, text, style, { x: left + x, y: top, width, align });
  drawLines(canvas, element, detail, SMALL, { x: left + x, y: top + heightOfLines(text, style), width, align });
}

interface RowContext {
  width: number;
  elements: { body: StructureElement };
  rowHeader: number;
  repeated: NonNullable<Piece['repeated']>;
}

function createRow(canvas: Canvas, cells: CellLayout[], { width, elements, rowHeader, repeated }: RowContext): Piece {
  const height = heightOfRow(cells);
  const largest = findLargestFont(cells);
  return {
    height,
    repeated,
    draw: (x, y) => {
      canvas.decorate(() => {
        canvas.drawRule(x, y + height, width);
        for (const cell of cells)
          if (cell.hasTickBox) drawTickBox(canvas, x + cell.x, y + PADDING + (largest * LINE_HEIGHT - TICK_BOX) / 2, cell);
      });
      const row = canvas.addElement(elements.body, 'TR');
      for (const [index, cell] of cells.entries()) {
        const element = index === rowHeader ? canvas.addElement(row, 'TH', { scope: 'Row' }) : canvas.addElement(row, 'TD');
        cell.barcode?.draw(element, x + cell.x, y + PADDING);
        if (cell.text.length + cell.detail.length > 0) drawCell(canvas, element, cell, x, y, largest);
      }
      // A finished row is written at once, and no longer takes memory.
      row.end();
    },
  };
}

function drawTickBox(canvas: Canvas, left: number, y: number, { align, width }: CellLayout): void {
  const x = align === 'left' ? left : left + (width - TICK_BOX) / (align === 'right' ? 1 : 2);
  canvas.document.roundedRect(x, y, TICK_BOX, TICK_BOX, 2).lineWidth(1).stroke(MUTED_COLOUR);
}

export interface Total {
  label: string;
  value: string;
  /** Larger, with a line above it: what is to be paid. */
  isMain?: boolean;
}

/** Sums below a table, on the right; they stay together on a page. */
export function totals(lines: readonly Total[]): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const boxWidth = Math.min(width, 250);
      const rows = lines.map(({ label, value, isMain = false }) => {
        const style: TextStyle = { ...(isMain ? { ...STRONG, size: 12.5 } : BODY), hasTabularFigures: true };
        return {
          isMain,
          style,
          label: canvas.layoutText(label, style, boxWidth * 0.6, { maxLength: 80 }),
          value: canvas.layoutText(value, { ...style, colour: TEXT_COLOUR }, boxWidth * 0.4, { maxLength: 40 }),
          height: 0,
        };
      });
      for (const row of rows) {
        row.height = Math.max(heightOfLines(row.label, row.style), heightOfLines(row.value, row.style)) + (row.isMain ? 10 : 4);
      }
      yield {
        height: rows.reduce((sum, row) => sum + row.height, 0) + 12,
        draw: (x, y) => {
          const left = x + width - boxWidth;
          const body = canvas.addElement(canvas.addElement(parent, 'Table'), 'TBody');
          let top = y;
          for (const { isMain, style, label, value, height } of rows) {
            const start = top + (isMain ? 6 : 2);
            if (isMain) canvas.decorate(() => canvas.drawRule(left, top + 2, boxWidth, canvas.theme.primary, 1.25));
            const row = canvas.addElement(body, 'TR');
            drawLines(canvas, canvas.addElement(row, 'TH', { scope: 'Row' }), label, style, {
              x: left,
              y: start,
              width: boxWidth * 0.6,
            });
            drawLines(canvas, canvas.addElement(row, 'TD'), value, style, {
              x: left + boxWidth * 0.6,
              y: start,
              width: boxWidth * 0.4,
              align: 'right',
            });
            top += height;
          }
        },
      };
    },
  };
}
