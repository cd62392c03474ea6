/**
 * The process that draws SVG files of others: without the server's memory, secrets and files in reach, and ended when one takes too long. It reads nothing from
 * disk and knows no loader but that of SVG in memory.
 */
import sharp from 'sharp';
import { findVisibleArea } from '../visible-area.rules.ts';
import { sanitiseSvg } from './sanitise-svg.rules.ts';
import type { SvgReply, SvgTask } from './svg-findings.ts';

/** Of the whole process, of which the libraries take some 90 MB; a drawing of 2,000 × 2,000 pixels takes 80 MB. */
const MAX_BYTES = 450 * 1024 * 1024;
const CHECK_MS = 10;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

// The library draws in another thread, so this one can watch.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.exit(1);
}, CHECK_MS).unref();

async function draw({ content, side }: SvgTask): Promise<SvgReply> {
  const safe = sanitiseSvg(content, side);
  if ('finding' in safe) return safe;
  const image = await sharp(Buffer.from(safe.svg), { failOn: 'error', limitInputPixels: (side + 1) ** 2 })
    .resize({ width: safe.width, height: safe.height, fit: 'fill' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!image) return { finding: { kind: 'unreadable' } };
  const { width, height } = image.info;
  const area = findVisibleArea(image.data, width, height);
  if (!area) return { finding: { kind: 'empty' } };
  const png = await sharp(image.data, { raw: { width, height, channels: 4 } })
    .extract(area)
    .png()
    .toBuffer();
  return { png, width: area.width, height: area.height };
}

process.on('message', (task: SvgTask) => {
  void draw(task).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
// Ready: from now on the time that a task takes is its own.
process.send?.('ready');
