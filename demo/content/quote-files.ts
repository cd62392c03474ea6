import { buffer } from 'node:stream/consumers';
import { bodyText, heading } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { drawGarment } from '#garments/garments.ts';
import type { DemoFileKind } from './quote-plans.ts';

/** A file of a quote of the demonstration. */
export interface QuoteFile {
  name: string;
  type: 'image/jpeg' | 'application/pdf';
  content: Buffer;
}

/** Draws each file of the quotes once. */
export async function drawQuoteFiles(): Promise<Record<DemoFileKind, QuoteFile>> {
  return {
    coat: { name: 'The coat we have in mind.jpg', type: 'image/jpeg', content: await drawPicture('parka', '#1f2a44') },
    team: { name: 'Last year’s team.jpg', type: 'image/jpeg', content: await drawPicture('polo', '#1f2a44') },
    fabrics: { name: 'Fabrics of both polo shirts.pdf', type: 'application/pdf', content: await drawFabrics() },
  };
}

async function drawPicture(garment: 'parka' | 'polo', colour: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const drawn = await sharp(Buffer.from(drawGarment(garment, { colour, side: 'front' })))
    .resize(640)
    .png()
    .toBuffer();
  return sharp({ create: { width: 900, height: 900, channels: 3, background: '#ece7df' } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

const TITLE = 'Fabrics of both polo shirts';

const drawFabrics = (): Promise<Buffer> =>
  buffer(
    renderPdf({
      title: TITLE,
      format: 'a4',
      theme: createPdfTheme({ name: 'sundial', companyName: 'Sundial Uniforms' }),
      createdAt: new Date('2026-01-05T09:00:00Z'),
      parts: [
        {
          title: TITLE,
          blocks: [
            heading(TITLE, { level: 1 }),
            bodyText('Meridian polo shirt: cotton piqué, 210 g/m². It is soft and keeps its shape when washed at 60 °C.'),
            bodyText(
              'Kestrel Active polo shirt: polyester piqué, 150 g/m². It dries in about half the time and takes away moisture.',
            ),
          ],
        },
      ],
    }),
  );
