import { drawBibAndBrace } from './bib-and-brace.ts';
import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const SILHOUETTE = closeWithMirror(
  'M120 27.6C112 27.6 107 26.7 103 24C95 26.7 87 28.5 79 31.2C70 34.8 66 42 63 52.8C57 74.4 50 97.8 44 126.4Q51 133 61 131.9C66 111.2 74 90.6 81 72.6C82 85.2 83 94.2 83 101.4C79 117.7 77 137.3 77 156.9C78 187.5 80 218 81 243.1Q96 248.5 112 245.2C114 213.6 117 180.9 120 143.9',
);
const SLEEVE =
  'M79 31.2C70 34.8 66 42 63 52.8C57 74.4 50 97.8 44 126.4Q51 133 61 131.9C66 111.2 74 90.6 81 72.6C86 56.4 84 42 79 31.2Z';
const LEFT =
  'M120 106.8L84 106.8C79 119.9 77 137.3 77 156.9C78 187.5 80 218 81 243.1Q96 248.5 112 245.2C114 213.6 117 180.9 120 143.9Z';
const YOKE = closeWithMirror(
  'M120 27.6C112 27.6 107 26.7 103 24C95 26.7 87 28.5 79 31.2C82 37 84 44 83.8 52.8Q102 56.4 120 56.4',
);

function legs(pen: Pen): void {
  pen.fold('M119 148.2C112 146 106 148.2 98 154.8', 6, 0.45);
  pen.fold('M118 154.8C110 161.3 106 172.2 103 185.3', -6, 0.4);
  pen.fold('M82 191.8C90 198.4 98 198.4 108 191.8', -6, 0.4);
  pen.fold('M84 228.9C92 235.4 100 235.4 108 228.9', 6, 0.35);
  pen.sheen('M94 152.6C90 172.2 90 185.3 92 194', -8, 0.7);
  pen.stitch('M81 237.6Q96 243.1 112 239.8');
}

/** Reflective bands round arms and legs, and round the body for clothing of the highest class. */
function tape(pen: Pen): void {
  if (pen.has('body-tape')) {
    pen.clip(SILHOUETTE, () => {
      pen.both(() => pen.reflective('M88 24L96 22L97 98L89 98Z', [88, 0, 97, 0]));
      pen.reflective('M82 76Q120 82 158 76L158 86Q120 92 82 86Z', [82, 0, 158, 0]);
    });
  }
  pen.both(() => {
    pen.clip(SLEEVE, () => pen.reflective('M44 88L76 98L73 107L42 97Z', [50, 0, 74, 0]));
    pen.clip(LEFT, () => {
      pen.reflective('M70 172Q96 178 122 172L122 182Q96 188 70 182Z', [78, 0, 114, 0]);
      if (pen.has('body-tape')) pen.reflective('M70 216Q96 222 122 216L122 226Q96 232 70 226Z', [78, 0, 114, 0]);
    });
  });
}

/** Quilting in rows over body, arms and legs. */
function quilting(pen: Pen): void {
  pen.clip(SILHOUETTE, () => {
    for (let y = 44; y < 246; y += 20) {
      const row = `M40 ${y}Q120 ${y + 5} 200 ${y}`;
      pen.fold(row, 6, 0.5);
      pen.seam(row);
    }
  });
}

function chestPocket(pen: Pen): void {
  const trim = pen.accent;
  pen.piece('M90 67.2L109 67.2L109 85.2L90 85.2Z', pen.round(), pen.main, 0.9);
  pen.piece('M89 64.5L110 64.5L110 71.7L99.5 74.4L89 71.7Z', trim.under, trim, 0.9);
  pen.stud(99.5, 70.4, 1.3);
}

function kneePocket(pen: Pen): void {
  const trim = pen.accent;
  pen.piece('M83 187.5L108 186.4L107 211.4L83 212.5Z', trim.under, trim, 0.9);
  pen.stitch('M85 190.1L105.6 189.2L105 208.8L85 209.9Z', trim);
}

function front(pen: Pen): void {
  const trim = pen.accent;
  pen.both(() => {
    if (!pen.has('body-tape') && !pen.has('quilted')) chestPocket(pen);
    pen.seam('M102 113.3L88 137.3', pen.main, 1.2);
    pen.stitch('M104.4 114.4L90.4 138.8');
    if (pen.has('knee-pad-pockets')) kneePocket(pen);
    if (pen.has('quilted')) pen.zip('M80 200L81 242', pen.main, 3);
  });
  pen.piece('M83 98.3Q120 102.3 157 98.3L157.4 106.8Q120 111.6 82.6 106.8Z', pen.round([82, 0, 158, 0]), pen.main, 1);
  pen.ribs('M84 102.7Q98 104.5 108 104.8M132 104.8Q142 104.5 156 102.7', 7);
  pen.piece(
    'M115 38.4L125 38.4L125 137.3Q122 141.7 118.6 141.7L115 141.7Z',
    pen.turn([115, 0, 125, 0], pen.main.light, pen.main.base),
    pen.main,
    1,
  );
  // The zip is covered; its puller looks out at the top.
  pen.stitch('M117.4 44L117.4 138M122.6 44L122.6 136');
  pen.puller(120, 41, trim);
  pen.outline(SILHOUETTE);
  pen.fill('M105 20.4C111 15.9 129 15.9 135 20.4C132 30.3 127 34.8 120 38.4C113 34.8 108 30.3 105 20.4Z', pen.main.inside);
  pen.both(() =>
    pen.piece(
      'M105 19.5C100 22.2 97 25.8 95.4 30.3L104 48.3L120 38.4C112 34.8 107 28.5 105 19.5Z',
      pen.turn([98, 28, 114, 48], trim.base, trim.under),
      trim,
      1.2,
    ),
  );
}

function back(pen: Pen): void {
  const trim = pen.accent;
  pen.fold('M98 54.6C102 69 102 81.6 99 96', -6, 0.5);
  pen.fold('M142 54.6C138 69 138 81.6 141 96', 6, 0.5);
  pen.seam('M97 52.8L97 97.8M143 52.8L143 97.8');
  pen.piece('M83 98.3Q120 100.5 157 98.3L157.4 106.8Q120 109.4 82.6 106.8Z', pen.round([82, 0, 158, 0]), pen.main, 1);
  pen.ribs('M84 102.7Q120 104.8 156 102.7', 7);
  pen.seam('M120 109L120 143.9', pen.main, 1.1);
  pen.both(() => {
    pen.piece('M89 119.9L111 122.1L111 143.9L100 148.2L88 142.8Z', pen.round(), pen.main, 0.9);
    pen.stitch('M90 124.2L109.6 126');
  });
  pen.outline(SILHOUETTE);
  pen.piece(
    'M104 19.5C110 15.9 130 15.9 136 19.5C140 23.1 143 26.7 144.4 31.2C134 37.5 106 37.5 95.6 31.2C97 26.7 100 23.1 104 19.5Z',
    pen.round(undefined, trim),
    trim,
    1.3,
  );
}

/** A coverall. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCoverall(pen: Pen): void {
  if (pen.has('bib-and-brace')) {
    drawBibAndBrace(pen);
    return;
  }
  const trim = pen.accent;
  pen.shadow(SILHOUETTE);
  pen.fill(SILHOUETTE, pen.round([77, 0, 163, 0]));
  if (pen.hasAccent) pen.fill(YOKE, pen.round([80, 0, 160, 0], trim));
  pen.both(() => {
    pen.fill(LEFT, pen.round([76, 0, 122, 4]));
    pen.fill(SLEEVE, pen.round([52, 84, 78, 92]));
    pen.fold('M79 31.2C84 42 86 56.4 81 72.6', -7, 0.4);
    pen.seam('M79 31.2C84 42 86 56.4 81 72.6');
    pen.fold('M60 76.2C66 85.2 66 94.2 60 103.2', 6, 0.45);
    pen.piece('M46.4 116.6Q54 122.1 63.4 122.5L61 131.9Q51 133 44 126.4Z', trim.under, trim, 1);
    legs(pen);
  });
  if (pen.has('quilted')) quilting(pen);
  else {
    pen.seam(pen.isFront ? 'M84 52.8Q120 59.1 156 52.8' : 'M84 51Q120 57.3 156 51', trim);
    pen.stitch(pen.isFront ? 'M83.6 55Q120 61.3 156.4 55' : 'M84 53.2Q120 59.5 156 53.2', trim);
  }
  if (pen.has('limb-tape') || pen.has('body-tape')) tape(pen);
  if (pen.isFront) front(pen);
  else back(pen);
}
