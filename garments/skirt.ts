import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const PENCIL = closeWithMirror('M120 38Q102 38 84 34L82 48C74 64 67 84 66 106C66 146 70 184 73 222Q96 228 120 228');

const A_LINE = closeWithMirror('M120 38Q102 38 84 34L82 48C76 70 62 120 46 206Q82 222 120 222');

/** A skirt, straight or widening to the hem. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawSkirt(pen: Pen): void {
  const isWide = pen.has('a-line');
  const silhouette = isWide ? A_LINE : PENCIL;
  pen.shadow(silhouette);
  pen.fill('M84 34Q120 27 156 34Q120 42 84 34Z', pen.accent.inside);
  pen.line('M84 34Q120 27 156 34', pen.main.rim, 1.5);
  pen.fill(silhouette, pen.round());
  pen.fold('M76 130C92 138 104 136 118 128', -8, 0.25);
  pen.fold('M166 152C152 160 138 160 124 152', 8, 0.25);
  pen.both(() => {
    pen.fold('M74 108C82 140 84 176 80 214', -10, 0.35);
    pen.sheen('M98 96C92 136 92 176 96 210', -13, 0.8);
    if (pen.isFront) {
      pen.seam('M99 50L97 78');
      pen.fold('M99 52L97 78', -4, 0.5);
    } else {
      pen.seam('M100 50L99 92');
      pen.fold('M100 52L99 92', -4, 0.5);
    }
  });
  pen.stitch(isWide ? 'M48 200Q82 215 120 215Q158 215 192 200' : 'M73 216Q96 222 120 222Q144 222 167 216');
  const sag = pen.isFront ? 41 : 37;
  pen.piece(`M84 34Q120 ${sag} 156 34L158 48Q120 ${sag + 14} 82 48Z`, pen.round(), pen.main, 1.2);
  pen.stitch(`M82.6 45.4Q120 ${sag + 11.4} 157.4 45.4`);
  if (pen.isFront) {
    pen.fold('M112 178C116 190 118 206 118 224', 7, 0.2);
  } else {
    pen.fold('M120 50L120 98', -5, 0.5);
    pen.seam(isWide ? 'M120 37L120 222' : 'M120 37L120 178', pen.main, 1.1);
    pen.stitch('M123 52L123 100L120 102');
    pen.puller(120, 50);
    if (!isWide) vent(pen);
    pen.button(131, 42, 2.2);
  }
  pen.outline(silhouette);
}

/** The slit that lets a straight skirt walk. */
function vent(pen: Pen): void {
  pen.fill('M120 178L120 228L130 227.6L124 178Z', pen.main.inside);
  pen.fold('M120 176C121 194 120 212 119 228', -9, 0.9);
  pen.seam('M120 178L119 228', pen.main, 1.3);
  pen.line('M120 178L130 172', pen.main.seam, 0.9);
}
