import { SMALL } from './blocks.ts';
import { drawLines, heightOfLines, type PdfBlock } from './piece.ts';

interface PictureOptions {
  /** What it shows. */
  alt: string;
  /** Points; the picture keeps its proportions within it. */
  height: number;
  /** Small print below it. */
  caption?: string | null;
}

/** A photograph or drawing in a frame as wide as the column. `jpeg` is the file's content. */
export function picture(jpeg: Uint8Array, { alt, height, caption }: PictureOptions): PdfBlock {
  return {
    *layout(canvas, width, parent) {
      const padding = 10;
      const lines = caption ? canvas.layoutText(caption, SMALL, width, { maxLength: 200 }) : [];
      yield {
        height: height + 5 + heightOfLines(lines, SMALL) + 6,
        draw: (x, y) => {
          canvas.decorate(() => canvas.drawFrame(x, y, width, height));
          canvas.mark(canvas.addElement(parent, 'Figure', { alt }), () =>
            canvas.document.image(Buffer.from(jpeg), x + padding, y + padding, {
              fit: [width - 2 * padding, height - 2 * padding],
              align: 'center',
              valign: 'center',
            }),
          );
          if (lines.length > 0) drawLines(canvas, canvas.addElement(parent, 'P'), lines, SMALL, { x, y: y + height + 5, width });
        },
      };
    },
  };
}
