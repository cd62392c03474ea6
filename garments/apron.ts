import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const SILHOUETTE = closeWithMirror('M120 56L90 56C90 80 84 104 58 116C56 156 56 198 58 236Q90 243 120 243');

function strap(pen: Pen, d: string, width = 7): void {
  const cloth = pen.accent;
  pen.cord(d, width, cloth);
  pen.stitch(d, cloth);
}

/** A bib apron. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawApron(pen: Pen): void {
  const cloth = pen.isFront ? pen.main : { ...pen.main, base: pen.main.under, light: pen.main.base };
  strap(pen, 'M95 58C90 34 98 16 120 16C142 16 150 34 145 58');
  if (pen.isFront) {
    strap(pen, 'M60 119C44 124 30 132 24 146C20 158 24 170 20 184', 5);
    strap(pen, 'M180 119C196 124 210 132 216 146C220 158 216 170 220 184', 5);
  }
  pen.shadow(SILHOUETTE);
  pen.fill(SILHOUETTE, pen.round(undefined, cloth));
  pen.fold('M88 100C98 130 98 180 88 236', -13, 0.35);
  pen.fold('M150 84C142 124 144 178 156 238', 13, 0.35);
  pen.sheen('M112 150C106 180 106 208 110 236', -14, 0.7);
  pen.fold('M74 128C84 136 94 140 106 138', -7, 0.3);
  pen.outline(SILHOUETTE);
  const edging =
    'M62.4 119.4C60.6 158 60.6 198 62.4 232.6Q90 238.6 120 238.6Q150 238.6 177.6 232.6C179.4 198 179.4 158 177.6 119.4';
  pen.both(() => pen.stitch('M94 62C94 84 87 108 62 119.4'));
  if (pen.isFront) {
    pen.stitch(edging);
    pen.seam('M90 63.4L150 63.4');
    pen.stitch('M90 61L150 61');
    pen.fold('M76 152L76 198L164 198', -5, 0.4);
    pen.piece('M75 146L165 146L165 190Q165 196 159 196L81 196Q75 196 75 190Z', pen.round(undefined, pen.accent), pen.accent, 1.1);
    pen.stitch(
      'M77.4 152L162.6 152M77.4 149L77.4 189Q77.4 193.6 81.6 193.6L158.4 193.6Q162.6 193.6 162.6 189L162.6 149',
      pen.accent,
    );
    pen.seam('M120 152L120 196', pen.accent);
    pen.piece('M91 56L99 56L99 66L91 66Z', pen.accent.under, pen.accent, 1);
    pen.piece('M141 56L149 56L149 66L141 66Z', pen.accent.under, pen.accent, 1);
  } else {
    pen.line(edging, pen.main.seam, 1);
    pen.line('M90 64.5L150 64.5', pen.main.seam, 1);
    pen.both(() => pen.piece('M91 56L99 56L99 72L91 72Z', pen.accent.under, pen.accent, 1));
    pen.line('M139.4 37L149.4 36L150 45L140 46ZM140 41.6L149.6 40.6', '#a7adb2', 1.6);
    bow(pen);
  }
}

/** The ties brought round and knotted behind. */
function bow(pen: Pen): void {
  strap(pen, 'M60 119C78 128 98 131 118 130', 5.5);
  strap(pen, 'M180 119C162 128 142 131 122 130', 5.5);
  strap(pen, 'M119 132C114 150 110 166 104 184', 5.5);
  strap(pen, 'M121 132C126 150 128 168 136 188', 5.5);
  strap(pen, 'M119 130C106 116 92 116 90 126C89 136 104 138 119 131', 5);
  strap(pen, 'M121 130C134 116 148 116 150 126C151 136 136 138 121 131', 5);
  pen.piece('M114.6 125Q120 123 125.4 125L126 135.6Q120 137.6 114 135.6Z', pen.accent.under, pen.accent, 1.2);
}
