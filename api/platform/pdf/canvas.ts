import PDFDocument from 'pdfkit';
import { findFontFile } from './fonts.ts';
import type { Logo } from './logo.ts';
import { MUTED_COLOUR, type PdfTheme, TEXT_COLOUR } from './pdf-theme.ts';
import { FROM_RIGHT } from './shaped-font.ts';
import { breakLines, cleanText, countGraphemes, type TextLine, type TextRun, type TextStyle } from './text.ts';

/** An element of the document's structure, which screen readers follow. */
export type StructureElement = InstanceType<typeof PDFDocument> extends { struct(type: string): infer Element } ? Element : never;

export interface PageFormat {
  /** Points. */
  width: number;
  height: number;
  margins: { left: number; right: number; top: number; bottom: number };
}

interface ElementOptions {
  /** What a figure shows. */
  alt?: string;
  /** The text itself, where other glyphs are drawn. */
  actual?: string;
  /** What the header cell of a table is the header of. */
  scope?: 'Row' | 'Column';
}

/** Width of the mark that is drawn for a character that the fonts lack, as a share of the font size. */
const REPLACEMENT_WIDTH = 0.66;
/** Text of one paragraph or cell is cut after this many characters, unless its block says otherwise. */
const MAX_TEXT_LENGTH = 2000;

/**
 * Draws on the pages of one document with the origin at the top left, in points. Everything is either part of the structure (`mark`) or decoration that
 * screen readers skip (`decorate`).
 */
export class Canvas {
  readonly document: PDFKit.PDFDocument;
  readonly theme: PdfTheme;
  readonly format: PageFormat;

  constructor(theme: PdfTheme, format: PageFormat, { title, createdAt }: { title: string; createdAt: Date }) {
    this.theme = theme;
    this.format = format;
    this.document = new PDFDocument({
      size: [format.width, format.height],
      margin: 0,
      autoFirstPage: false,
      // Footers name the number of pages, which is known at the end.
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-GB',
      displayTitle: true,
      font: '',
      info: { Title: title, Author: theme.company, Producer: 'Livery', Creator: 'Livery', CreationDate: createdAt },
    });
  }

  /** The width between the margins. */
  get bodyWidth(): number {
    const { width, margins } = this.format;
    return width - margins.left - margins.right;
  }

  /** Adds an element to the structure, for example `P` or `Table`. */
  addElement(parent: StructureElement, type: string, options: ElementOptions = {}): StructureElement {
    const element = this.document.struct(type, options);
    parent.add(element);
    return element;
  }

  /** Draws content of an element. */
  mark(element: StructureElement, draw: () => void): void {
    element.add(draw);
  }

  /** Draws what has no meaning of its own: lines, backgrounds, and what is repeated on each page. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.document.markContent('Artifact', { type });
    draw();
    this.document.endMarkedContent();
  }

  /** Breaks a text from outside into lines of at most `width` points. */
  layoutText(
    text: string,
    style: TextStyle,
    width: number,
    { maxLength = MAX_TEXT_LENGTH, maxLines }: { maxLength?: number | undefined; maxLines?: number | undefined } = {},
  ): TextLine[] {
    return breakLines(cleanText(text, maxLength), style, width, this.measureRun, maxLines);
  }

  /**
   * Draws lines of text as content of an element, each with its baseline at its `y`; without an element as part of a decoration. Characters that the fonts
   * lack become elements of their own, which tell screen readers and the clipboard the text itself, and so does what is written from right to left.
   */
  drawText(element: StructureElement | null, lines: readonly { line: TextLine; x: number; y: number }[], style: TextStyle): void {
    let pending: (() => void)[] = [];
    const drawPending = () => {
      const steps = pending;
      pending = [];
      const draw = () => {
        for (const step of steps) step();
      };
      if (element === null) draw();
      else if (steps.length > 0) this.mark(element, draw);
    };
    for (const { line, x, y } of lines) {
      let left = x;
      for (const run of line.runs) {
        const start = run.left === undefined ? left : x + run.left;
        left += this.measureRun(run, style);
        if ((run.file && !run.isFromRight) || element === null) {
          pending.push(() => (run.file ? this.drawRun(run, style, start, y) : this.drawReplacements(run, style, start, y)));
          continue;
        }
        drawPending();
        if (run.file) {
          // Letters from right to left are in the file as they are drawn, from the left: the structure has them as they are read.
          this.mark(this.addElement(element, 'Span', { actual: run.text }), () => this.drawRun(run, style, start, y));
          continue;
        }
        const content = this.document.markStructureContent('Span', { actual: run.text });
        this.drawReplacements(run, style, start, y);
        this.document.endMarkedContent();
        this.addElement(element, 'Span', { actual: run.text }).add(content);
      }
    }
    drawPending();
  }

  private readonly measureRun = (run: TextRun, style: TextStyle): number => {
    if (run.file === null) return countGraphemes(run.text) * REPLACEMENT_WIDTH * style.size;
    if (run.text === '') return 0;
    this.document.font(run.file.font as never, run.file.key).fontSize(style.size);
    return this.document.widthOfString(run.text, toTextOptions(style, run));
  };

  private drawRun(run: TextRun, style: TextStyle, x: number, y: number): void {
    const { text, file } = run;
    if (file === null || text === '') return;
    this.document
      .font(file.font as never, file.key)
      .fontSize(style.size)
      .fillColor(style.colour);
    this.document.text(text, x, y, { ...toTextOptions(style, run), lineBreak: false, baseline: 'alphabetic' });
  }

  /** Draws a framed question mark for each character that the fonts lack. */
  private drawReplacements({ text }: TextRun, style: TextStyle, x: number, y: number): void {
    const { size, colour } = style;
    const small = { ...style, size: size * 0.62, hasTabularFigures: false };
    const mark: TextRun = { text: '?', file: findFontFile(style.font, '?') };
    const markWidth = this.measureRun(mark, small);
    for (let index = 0; index < countGraphemes(text); index++) {
      const left = x + index * REPLACEMENT_WIDTH * size;
      const width = REPLACEMENT_WIDTH * size;
      this.document
        .lineWidth(size * 0.06)
        .rect(left + size * 0.06, y - size * 0.7, width - size * 0.12, size * 0.74)
        .stroke(colour);
      this.drawRun(mark, small, left + (width - markWidth) / 2, y - size * 0.11);
    }
  }

  /** Draws a logo with its top left corner at (x, y). */
  drawLogo(logo: Logo, x: number, y: number, height: number): void {
    const { document } = this;
    document.save();
    document.translate(x, y).scale(height / logo.height);
    for (const { path, fill, isEvenOdd, stroke } of logo.shapes) {
      if (fill) document.path(path).fill(fill, isEvenOdd ? 'even-odd' : 'non-zero');
      if (stroke) {
        document
          .lineWidth(stroke.width)
          .lineCap(stroke.isRound ? 'round' : 'butt')
          .path(path)
          .stroke(stroke.colour);
      }
    }
    document.restore();
  }

  drawRule(x: number, y: number, width: number, colour = this.theme.line, lineWidth = 0.75): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(lineWidth)
      .stroke(colour);
  }

  drawDashedFrame(x: number, y: number, width: number, height: number): void {
    this.document.save();
    this.document.rect(x, y, width, height).lineWidth(0.75).dash(4, { space: 3 }).stroke(MUTED_COLOUR);
    this.document.restore();
  }

  /** A thin frame with round corners. */
  drawFrame(x: number, y: number, width: number, height: number): void {
    this.document.roundedRect(x, y, width, height, 4).lineWidth(0.75).stroke(this.theme.line);
  }

  /** A round sample of a colour, outlined so that it is seen on paper in white too. */
  drawDot(x: number, y: number, diameter: number, colour: string): void {
    const radius = diameter / 2;
    this.document
      .circle(x + radius, y + radius, radius - 0.25)
      .lineWidth(0.5)
      .fillAndStroke(colour, MUTED_COLOUR);
  }

  fillArea(x: number, y: number, width: number, height: number, colour = TEXT_COLOUR, radius = 0): void {
    (radius > 0 ? this.document.roundedRect(x, y, width, height, radius) : this.document.rect(x, y, width, height)).fill(colour);
  }
}

function toTextOptions(
  { size, spacing, hasTabularFigures }: TextStyle,
  { file, isFromRight }: TextRun,
): PDFKit.Mixins.TextOptions {
  // Without features, pdfkit would lay out each word by itself, from left to right.
  if (file?.isFurther) return { features: isFromRight ? [FROM_RIGHT] : [] };
  return {
    ...(spacing ? { characterSpacing: spacing * size } : {}),
    ...(hasTabularFigures ? { features: ['kern', 'tnum'] } : {}),
  };
}
