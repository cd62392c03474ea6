import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const BODY = closeWithMirror(
  'M120 28C110 28 103 27 98 24C90 27 84 28 78 30C84 40 90 56 82 78C83 90 87 98 88 108C82 124 75 140 73 156C71 186 72 214 73 240Q96 245 120 245',
);
const SILHOUETTE = closeWithMirror(
  'M120 28C110 28 103 27 98 24C90 27 84 28 78 30C68 34 58 52 54 70Q64 80 80 83L82 78C83 90 87 98 88 108C82 124 75 140 73 156C71 186 72 214 73 240Q96 245 120 245',
);
const SLEEVE = 'M78 30C68 34 58 52 54 70Q64 80 80 83L82 78C90 56 84 40 78 30Z';

/** A band at the end of the sleeve, of the same cloth as the collar. */
const CUFF = 'M54 70Q64 80 80 83L81.4 75Q66 72.6 56.6 62.4Z';

function roundNeck(pen: Pen): void {
  const trim = pen.accent;
  pen.fill('M98 24C106 28 134 28 142 24C141 42 131 52 120 54C109 52 99 42 98 24Z', pen.main.inside);
  pen.line('M99.4 31C107 35.6 133 35.6 140.6 31', pen.main.seam, 0.9);
  pen.piece(
    'M94 25.4L98 23.6C99 42 109 51 120 53.6C131 51 141 42 142 23.6L146 25.4C146 48 133 58 120 60.6C107 58 94 48 94 25.4Z',
    pen.round(undefined, trim),
    trim,
    1,
  );
}

/** A turned-down collar, as on a shirt. */
function collar(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M101 22C108 16 132 16 139 22C137 34 129 42 120 47C111 42 103 34 101 22Z', pen.main.inside);
  pen.both(() => {
    pen.fill('M90 36L101 62L121 50L120 45Z', pen.main.shadow, 0.2);
    pen.piece(
      'M101 20C96 23 92 28 90 35L100 58L120 47C110 42 103 33 101 20Z',
      pen.turn([92, 28, 114, 56], cloth.base, cloth.under),
      cloth,
      1.2,
    );
    pen.stitch('M92.6 35.4L100.8 54.4L116.6 46.4', cloth);
  });
}

function buttons(pen: Pen): void {
  pen.seam('M114 50L114 245M126 50L126 245');
  pen.stitch('M116.2 54L116.2 244.6M123.8 54L123.8 244.6');
  for (const y of [64, 84, 126, 148, 170, 192, 214, 234]) pen.button(120, y, 2.3);
}

function patchPockets(pen: Pen): void {
  pen.both(() => {
    pen.fold('M80 148L80 184L104 184', -4, 0.4);
    pen.piece('M80 144L105 144L105 178L101 182L84 182L80 178Z', pen.round(), pen.main, 1);
    pen.piece('M79.4 142L105.6 142L105.6 150L79.4 150Z', pen.accent.under, pen.accent, 0.9);
  });
}

/** A sleeved dress. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawDress(pen: Pen): void {
  const trim = pen.accent;
  const isButtoned = pen.has('button-through');
  pen.shadow(SILHOUETTE);
  pen.fill(BODY, pen.round());
  pen.both(() => {
    pen.fill(SLEEVE, pen.round([56, 48, 88, 62]));
    pen.fold('M78 30C84 40 90 56 82 78', -8, 0.4);
    pen.seam('M78 30C84 40 90 56 82 78');
    if (pen.has('contrast-collar')) pen.piece(CUFF, pen.round([56, 62, 82, 76], trim), trim, 1);
    else pen.stitch('M55.6 66.4Q65 76 81 79');
    pen.seam('M87 56C96 72 101 90 100 110C99 150 94 200 92 242');
    pen.sheen('M88 60C97 74 102 92 101 110', -7, 0.8);
    pen.fold('M100 114C100 150 96 200 94 238', -10, 0.35);
    pen.fold('M80 148C86 178 86 206 82 234', -9, 0.35);
    pen.fold('M88 106C94 114 100 117 108 117', 5, 0.4);
  });
  pen.stitch('M73 234Q96 239.4 120 239.4Q144 239.4 167 234');
  pen.sheen('M112 124C108 160 108 200 112 232', -12, 0.6);
  if (pen.isFront) {
    if (pen.has('two-pockets')) patchPockets(pen);
    else pen.both(() => pen.seam('M75.6 150Q79 162 76 176', pen.main, 1.2));
    pen.piece(
      'M88 104Q120 111 152 104L152.6 113Q120 120 87 113Z',
      pen.round(undefined, isButtoned ? pen.main : trim),
      isButtoned ? pen.main : trim,
      1,
    );
    if (isButtoned) buttons(pen);
    if (!pen.has('contrast-collar')) roundNeck(pen);
  } else {
    if (isButtoned) {
      pen.both(() => {
        pen.seam('M108 116L106 245');
        pen.fold('M108 116L106 243', -6, 0.5);
      });
      pen.seam('M120 32L120 105');
    } else {
      pen.seam('M120 32L120 196', pen.main, 1.2);
      pen.stitch('M117.4 36L117.4 132M122.6 36L122.6 132');
      pen.puller(120, 33);
      pen.fill('M120 196L120 245L130 244.6L124 196Z', pen.main.inside);
      pen.fold('M120 194C121 212 120 230 119 245', -9, 0.9);
      pen.seam('M120 196L119 245', pen.main, 1.3);
    }
    pen.seam('M88 106Q120 111 152 106');
    if (pen.has('contrast-collar'))
      pen.piece(
        'M100 20C107 16 133 16 140 20C145 24 148.6 29 150 35C139 43 101 43 90 35C91.4 29 95 24 100 20Z',
        pen.round(undefined, trim),
        trim,
        1.1,
      );
    else
      pen.piece(
        'M94 25.4L98 23.6C107 29 133 29 142 23.6L146 25.4C136 35.6 104 35.6 94 25.4Z',
        pen.round(undefined, trim),
        trim,
        1,
      );
  }
  pen.outline(SILHOUETTE);
  if (pen.isFront && pen.has('contrast-collar')) collar(pen);
}
