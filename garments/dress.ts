import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const BODY = closeWithMirror(
  'M120 28C110 28 103 27 98 24C90 27 84 28 78 30C84 40 90 56 82 78C83 90 87 98 88 108C82 124 75 140 73 156C71 186 72 214 73 240Q96 245 120 245',
);
const SILHOUETTE = closeWithMirror(
  'M120 28C110 28 103 27 98 24C90 27 84 28 78 30C68 34 58 52 54 70Q64 80 80 83L82 78C83 90 87 98 88 108C82 124 75 140 73 156C71 186 72 214 73 240Q96 245 120 245',
);
const SLEEVE = 'M78 30C68 34 58 52 54 70Q64 80 80 83L82 78C90 56 84 40 78 30Z';

/** A sleeved dress. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawDress(pen: Pen): void {
  const trim = pen.accent;
  pen.shadow(SILHOUETTE);
  pen.fill(BODY, pen.round());
  pen.both(() => {
    pen.fill(SLEEVE, pen.round([56, 48, 88, 62]));
    pen.fold('M78 30C84 40 90 56 82 78', -8, 0.4);
    pen.seam('M78 30C84 40 90 56 82 78');
    pen.stitch('M55.6 66.4Q65 76 81 79');
    pen.seam('M87 56C96 72 101 90 100 110C99 150 94 200 92 242');
    pen.sheen('M88 60C97 74 102 92 101 110', -7, 0.8);
    pen.fold('M100 114C100 150 96 200 94 238', -10, 0.35);
    pen.fold('M80 148C86 178 86 206 82 234', -9, 0.35);
    pen.fold('M88 106C94 114 100 117 108 117', 5, 0.4);
  });
  pen.stitch('M73 234Q96 239.4 120 239.4Q144 239.4 167 234');
  pen.sheen('M112 124C108 160 108 200 112 232', -12, 0.6);
  if (pen.isFront) {
    pen.piece('M88 104Q120 111 152 104L152.6 113Q120 120 87 113Z', pen.round(undefined, trim), trim, 1);
    pen.fill('M98 24C106 28 134 28 142 24C141 42 131 52 120 54C109 52 99 42 98 24Z', pen.main.inside);
    pen.line('M99.4 31C107 35.6 133 35.6 140.6 31', pen.main.seam, 0.9);
    pen.piece(
      'M94 25.4L98 23.6C99 42 109 51 120 53.6C131 51 141 42 142 23.6L146 25.4C146 48 133 58 120 60.6C107 58 94 48 94 25.4Z',
      pen.round(undefined, trim),
      trim,
      1,
    );
  } else {
    pen.seam('M120 32L120 196', pen.main, 1.2);
    pen.stitch('M117.4 36L117.4 132M122.6 36L122.6 132');
    pen.puller(120, 33);
    pen.fill('M120 196L120 245L130 244.6L124 196Z', pen.main.inside);
    pen.fold('M120 194C121 212 120 230 119 245', -9, 0.9);
    pen.seam('M120 196L119 245', pen.main, 1.3);
    pen.seam('M88 106Q120 111 152 106');
    pen.piece('M94 25.4L98 23.6C107 29 133 29 142 23.6L146 25.4C136 35.6 104 35.6 94 25.4Z', pen.round(undefined, trim), trim, 1);
  }
  pen.outline(SILHOUETTE);
}
