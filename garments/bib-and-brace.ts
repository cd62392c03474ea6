import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const FRONT = closeWithMirror(
  'M120 50L98 50C98 68 94 84 83 98C79 112 77 132 77 156.9C78 187.5 80 218 81 243.1Q96 248.5 112 245.2C114 213.6 117 180.9 120 143.9',
);
const BACK = closeWithMirror(
  'M120 66L112 66C108 80 98 90 83 98C79 112 77 132 77 156.9C78 187.5 80 218 81 243.1Q96 248.5 112 245.2C114 213.6 117 180.9 120 143.9',
);
const LEG =
  'M120 106.8L82 106.8C78.6 119.9 77 137.3 77 156.9C78 187.5 80 218 81 243.1Q96 248.5 112 245.2C114 213.6 117 180.9 120 143.9Z';

function buckle(pen: Pen): void {
  pen.mark(
    '<path d="M96 50L106 50L106 62L96 62Z" stroke="#868d92" stroke-width="3.4"/><path d="M96 50L106 50L106 62L96 62Z" stroke="#d5d9dc" stroke-width="2"/>',
  );
  pen.stud(101, 66, 2);
}

function frontDetails(pen: Pen): void {
  pen.piece('M104 66L136 66L136 90L104 90Z', pen.round(), pen.accent, 1);
  pen.line('M106 71L134 71', pen.accent.edge, 3);
  pen.line('M107 71L133 71', pen.accent.inside, 1.6);
  pen.puller(110, 71);
  pen.both(() => {
    pen.seam('M102 113.3L86 134', pen.main, 1.2);
    pen.stitch('M104.4 114.4L88.4 135.6');
    pen.stud(84.6, 112, 1.6);
    pen.stud(83.4, 122, 1.6);
    if (pen.has('knee-pad-pockets')) {
      pen.piece('M83 187.5L108 186.4L107 211.4L83 212.5Z', pen.accent.under, pen.accent, 0.9);
      pen.stitch('M85 190.1L105.6 189.2L105 208.8L85 209.9Z', pen.accent);
    }
  });
  pen.seam('M120 106L120 143.9', pen.main, 1.1);
  pen.stitch('M99 53.4Q120 55 141 53.4');
}

/** A bib overall held by braces. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBibAndBrace(pen: Pen): void {
  const silhouette = pen.isFront ? FRONT : BACK;
  const trim = pen.accent;
  pen.frame(1, 0, 2);
  if (pen.isFront) {
    // The braces come from the back, where they are seen from inside.
    pen.both(() => pen.cord('M110 16C116 22 115 34 113 48', 8, { ...trim, base: trim.under }));
    pen.both(() => pen.cord('M101 54C97 38 100 24 110 16', 8, trim));
    pen.piece('M98 52C106 40 134 40 142 52L142 60L98 60Z', pen.main.inside, pen.main, 1);
  }
  pen.shadow(silhouette);
  pen.fill(silhouette, pen.round([77, 0, 163, 0]));
  pen.both(() => {
    pen.fill(LEG, pen.round([76, 0, 122, 4]));
    pen.fold('M119 148.2C112 146 106 148.2 98 154.8', 6, 0.45);
    pen.fold('M118 154.8C110 161.3 106 172.2 103 185.3', -6, 0.4);
    pen.fold('M84 228.9C92 235.4 100 235.4 108 228.9', 6, 0.35);
    pen.sheen('M94 152.6C90 172.2 90 185.3 92 194', -8, 0.7);
    pen.stitch('M81 237.6Q96 243.1 112 239.8');
    pen.stitch(pen.isFront ? 'M100.6 53C100.6 70 96 86 86 98.6' : 'M113.6 69C109 83 100 92.6 86 99.6');
  });
  pen.piece('M83 98.3Q120 102.3 157 98.3L157.4 106.8Q120 111.6 82.6 106.8Z', pen.round([82, 0, 158, 0]), pen.main, 1);
  if (pen.isFront) frontDetails(pen);
  else {
    pen.seam('M120 109L120 143.9', pen.main, 1.1);
    pen.both(() => {
      pen.piece('M89 119.9L111 122.1L111 143.9L100 148.2L88 142.8Z', pen.round(), pen.main, 0.9);
      pen.stitch('M90 124.2L109.6 126');
    });
  }
  pen.outline(silhouette);
  if (pen.isFront) {
    pen.both(() => buckle(pen));
    return;
  }
  pen.both(() => {
    pen.cord('M118 70C112 50 104 30 96 16', 8, trim);
    pen.ribs('M117 66C112 50 105 34 98 20', 7, trim);
  });
  pen.piece('M111 62L129 62L126 76L114 76Z', trim.under, trim, 1.1);
}
