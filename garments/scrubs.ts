import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const SHORT: TorsoCut = {
  neck: [96, 29],
  nape: 34,
  shoulder: [56, 43],
  underarm: [64, 106],
  waist: [64, 166],
  hem: [59, 236],
  hemDrop: 4,
  cuffOuter: [14, 112],
  cuffInner: [54, 133],
};
const THREE_QUARTER: TorsoCut = { ...SHORT, shoulder: [61, 43], underarm: [67, 104], cuffOuter: [22, 168], cuffInner: [50, 177] };

function patchPocket(pen: Pen, x: number, y: number, w: number, h: number): void {
  pen.fold(`M${x} ${y + 6}L${x} ${y + h}L${x + w} ${y + h}`, -4, 0.4);
  pen.piece(
    `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h - 5}L${x + w - 5} ${y + h}L${x + 5} ${y + h}L${x} ${y + h - 5}Z`,
    pen.round(),
    pen.main,
    1,
  );
  pen.line(`M${x} ${y + 6}L${x + w} ${y + 6}`, pen.main.seam, 0.9);
  pen.stitch(
    `M${x + 2} ${y + 4}L${x + w - 2} ${y + 4}M${x + 2} ${y + 8}L${x + 2} ${y + h - 6}L${x + 6} ${y + h - 2}L${x + w - 6} ${y + h - 2}L${x + w - 2} ${y + h - 6}L${x + w - 2} ${y + 8}`,
  );
}

function vNeck(pen: Pen): void {
  const trim = pen.accent;
  pen.fill('M99 27C108 31 132 31 141 27C136 45 128 63 120 76C112 63 103 45 99 27Z', pen.main.inside);
  pen.line('M101.6 33C109 37 131 37 138.4 33', pen.main.seam, 0.9);
  pen.fold('M92 34C98 58 108 76 120 92', 7, 0.4);
  pen.piece(
    'M94 29.8L100 26.6C104 44 112 62 120 74C128 62 136 44 140 26.6L146 29.8C141 52 131 72 117 90L112 82C104 70 97 50 94 29.8Z',
    pen.round(undefined, trim),
    trim,
    1.2,
  );
  pen.line('M120 74L112 82', trim.edge, 1.1);
  pen.stitch('M96.4 30C100 48 107 65 114.6 77.6M143.6 30C139 50 130 68 118 84', trim);
}

/** A stand collar, open in front, above a closing in the middle or at one side. */
function bandCollar(pen: Pen): void {
  const trim = pen.accent;
  pen.fill('M99 25C107 19 133 19 141 25C136 38 129 45 120 50C111 45 104 38 99 25Z', pen.main.inside);
  pen.line('M102 29C109 34 131 34 138 29', pen.main.seam, 0.9);
  pen.both(() =>
    pen.piece(
      'M94.6 31C95.6 28 97 26 99.4 24C104 38 111 46 120 51L118 59C106 53 98 44 94.6 31Z',
      pen.turn([96, 28, 120, 54], trim.base, trim.under),
      trim,
      1.2,
    ),
  );
}

function zipFront(pen: Pen, bottom: number): void {
  pen.piece(
    `M114 56L126 56L126 ${bottom}Q120 ${bottom + 0.3} 114 ${bottom}Z`,
    pen.turn([114, 0, 126, 0], pen.main.light, pen.main.under),
    pen.main,
    1.1,
  );
  pen.stitch(`M116.4 58L116.4 ${bottom - 1}M123.6 58L123.6 ${bottom - 1}`);
  bandCollar(pen);
}

/** The front closes at the wearer's left under a piped edge. */
function asymmetricFront(pen: Pen, bottom: number): void {
  const edge = `M122 54C140 60 150 76 150 104C150 150 148 196 147 ${bottom}`;
  pen.fold(edge, -7, 0.5);
  pen.line(edge, pen.main.edge, pen.hasAccent ? 3.6 : 1.4);
  if (pen.hasAccent) pen.line(edge, pen.accent.base, 2.4);
  pen.stitch(`M120 58C136 64 145 78 145 104C145 150 143 196 142 ${bottom}`);
  bandCollar(pen);
}

/** One front laid over the other, tied at the side. */
function wrapFront(pen: Pen, cut: Torso): void {
  const trim = pen.accent;
  pen.fill('M99 27C108 31 132 31 141 27C138 46 130 66 118 88C109 66 102 46 99 27Z', pen.main.inside);
  pen.line('M101.6 33C109 37 131 37 138.4 33', pen.main.seam, 0.9);
  const x = cut.waist[0];
  pen.piece(
    'M94 29.8L100 26.6C103 46 112 68 124 84L118 92C105 74 97 52 94 29.8Z',
    pen.turn([94, 30, 122, 88], trim.base, trim.under),
    trim,
    1.1,
  );
  pen.fold('M143 40C136 76 112 116 78 142', -8, 0.5);
  pen.piece(
    `M140 26.6L146 29.8C142 70 122 116 ${x + 2} 150L${x + 1} 141C112 112 134 70 140 26.6Z`,
    pen.turn([140, 30, 80, 146], trim.base, trim.under),
    trim,
    1.2,
  );
  pen.fold(`M${x + 6} 152C${x + 28} 160 ${x + 50} 190 ${x + 54} 226`, -10, 0.35);
  pen.cord(`M${x + 4} 146C${x + 10} 160 ${x + 8} 176 ${x + 4} 192`, 4, trim);
  pen.cord(`M${x + 5} 146C${x + 18} 158 ${x + 20} 172 ${x + 22} 186`, 4, trim);
  pen.piece(`M${x} 140L${x + 11} 142L${x + 11} 152L${x} 151Z`, trim.under, trim, 1.1);
}

function front(pen: Pen, cut: Torso): void {
  const bottom = cut.hem[1] + cut.hemDrop - 0.4;
  const inset = pen.has('womens') ? 6 : 0;
  if (pen.has('hip-pockets')) pen.both(() => patchPocket(pen, 71 + inset, 168, 36 - inset, 44));
  if (pen.has('chest-pocket')) {
    patchPocket(pen, 136, 92, 26, 31);
    pen.line('M143 92L143 123', pen.main.seam, 0.9);
  }
  pen.fold('M86 76C95 100 93 128 87 154', -10, 0.3);
  if (pen.has('zip-front')) zipFront(pen, bottom);
  else if (pen.has('asymmetric-front')) asymmetricFront(pen, bottom);
  else if (pen.has('wrap-front')) wrapFront(pen, cut);
  else vNeck(pen);
}

function back(pen: Pen, cut: Torso): void {
  const trim = pen.accent;
  pen.piece('M94 29.8L100 26.6C108 31 132 31 140 26.6L146 29.8C137 40 103 40 94 29.8Z', pen.round(undefined, trim), trim, 1.1);
  drawYokeSeam(pen, cut, 66, 5);
  drawBackFolds(pen);
  if (pen.has('asymmetric-front')) {
    pen.both(() => {
      pen.seam('M98 112C101 132 101 172 97 210');
      pen.fold('M98 112C101 132 101 172 97 210', -6, 0.4);
    });
    return;
  }
  // Pleats for the arms and a belt are those of a tunic.
  if (!pen.has('zip-front')) return;
  pen.fold('M114 76C113 100 113 130 115 160', -8, 0.45);
  pen.fold('M126 76C127 100 127 130 125 160', 8, 0.45);
  pen.piece('M90 150L150 150L150 159L90 159Z', trim.under, trim, 1);
  pen.stitch('M92 152L148 152L148 157L92 157Z', trim);
  pen.button(95, 154.5, 2.2, trim);
  pen.button(145, 154.5, 2.2, trim);
}

/** A scrub top or tunic. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawScrubs(pen: Pen): void {
  const cut = cutTorso(tailor(pen, pen.has('three-quarter-sleeves') ? THREE_QUARTER : SHORT));
  const [x, y] = cut.hem;
  fillTorso(pen, cut);
  pen.both(() => {
    pen.seam(cutCuff(cut, 9).seam, pen.main, 0.9);
    pen.stitch(cutCuff(cut, 11).seam);
    pen.line(`M${x + 5.4} ${y - 22}L${x + 5.4} ${y}`, pen.main.seam, 1);
    pen.line(`M${x + 1} ${y - 23.4}L${x + 5.4} ${y - 22}`, pen.main.seam, 1);
  });
  drawHemStitch(pen, cut, 6);
  if (pen.isFront) front(pen, cut);
  else back(pen, cut);
  pen.outline(cut.silhouette);
}
