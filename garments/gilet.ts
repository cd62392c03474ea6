import { drawStandCollar, drawZipPocket } from './collar.ts';
import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const SILHOUETTE = closeWithMirror(
  'M120 36C109 36 102 36 96 33C86 38 76 41 68 45C74 62 76 86 64 106C62 130 61 170 62 200L61 233C80 238 100 239 120 239',
);
/** Heights of the quilting seams at the side; each is lower in the middle. */
const ROWS = [74, 106, 134, 162, 190, 216];

/** Quilting seams across the whole garment, with the padding between them. */
function quilting(pen: Pen): void {
  ROWS.forEach((y, i) => {
    const cloth = i === 0 ? pen.accent : pen.main;
    const row = `M54 ${y}Q120 ${y + 9} 186 ${y}`;
    pen.fold(row, 12, 0.75, cloth);
    pen.sheen(`M58 ${y + 3}Q120 ${y + 12} 182 ${y + 3}`, -10, 1.1);
    pen.seam(row, pen.main, 1.1);
  });
}

/** A gilet, padded or of fleece. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawGilet(pen: Pen): void {
  const isFleece = pen.has('fleece-cloth');
  pen.shadow(SILHOUETTE);
  pen.fill(SILHOUETTE, pen.round());
  pen.clip(SILHOUETTE, () => {
    if (pen.hasAccent) pen.fill('M50 20L190 20L190 72Q120 84 50 72Z', pen.round([62, 0, 178, 0], pen.accent));
    if (!isFleece) quilting(pen);
    pen.fold('M84 44C80 90 82 180 78 236', 12, 0.25);
  });
  pen.clip(SILHOUETTE, () => {
    pen.both(() => pen.binding('M67 43C74 62 76 86 63 107', 3, pen.accent));
    pen.binding('M60 233C80 238 100 239 120 239C140 239 160 238 180 233', 3.4, pen.accent);
  });
  if (pen.isFront) {
    pen.both(() => drawZipPocket(pen, 92, 164, 8, 40));
    pen.zip('M120 42L120 238', pen.main, isFleece ? 4 : 5);
    if (isFleece) {
      pen.stitch('M111 44L111 238M129 44L129 238');
      pen.fold('M88 78C96 100 94 130 88 154', -10, 0.35);
      pen.fold('M156 86C148 110 150 138 156 164', 10, 0.3);
    }
  } else if (isFleece) {
    pen.seam('M76 70Q120 82 164 70');
    pen.stitch('M76 73Q120 85 164 73');
    pen.fold('M110 92C116 116 114 146 106 172', -11, 0.35);
  } else {
    pen.seam('M78 78L80 233M162 78L160 233');
  }
  pen.outline(SILHOUETTE);
  drawStandCollar(pen, pen.accent);
  if (!pen.isFront) return;
  pen.zip('M120 19L120 43', pen.accent, 5);
  pen.puller(120, 19, pen.accent);
}
