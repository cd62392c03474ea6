import { drawStandCollar, drawZipPocket } from './collar.ts';
import { drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import { drawHoodBehind, drawHoodFront } from './hood.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut } from './torso.ts';

const THIGH: TorsoCut = {
  neck: [96, 40],
  nape: 42,
  shoulder: [62, 52],
  underarm: [67, 108],
  waist: [70, 152],
  hem: [63, 242],
  hemDrop: 4,
  cuffOuter: [19, 200],
  cuffInner: [44, 207],
};
const HIP: TorsoCut = { ...THIGH, waist: [67, 160], hem: [66, 232], cuffOuter: [18, 204], cuffInner: [43, 211] };
/** To the knee: the same width of the drawing, so narrower shoulders and shorter sleeves. */
const KNEE: TorsoCut = {
  neck: [101, 30],
  nape: 32,
  shoulder: [76, 38],
  underarm: [80, 84],
  waist: [82, 118],
  hem: [66, 250],
  hemDrop: 3,
  cuffOuter: [38, 168],
  cuffInner: [58, 174],
};

/** A pocket with a studded flap. */
function flapPocket(pen: Pen, x: number, y: number, w: number, h: number): void {
  pen.fold(`M${x} ${y + 6}L${x} ${y + h}L${x + w} ${y + h}`, -4, 0.5);
  pen.piece(`M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`, pen.round(), pen.main, 1);
  pen.piece(
    `M${x - 1} ${y - 3}L${x + w + 1} ${y - 3}L${x + w + 1} ${y + 9}L${x + w / 2} ${y + 12}L${x - 1} ${y + 9}Z`,
    pen.turn([0, y - 3, 0, y + 12], pen.main.light, pen.main.under),
    pen.main,
    1,
  );
  pen.stitch(`M${x + 1} ${y + 7.5}L${x + w / 2} ${y + 10}L${x + w - 1} ${y + 7.5}`);
  pen.stud(x + w / 2, y + 6.5, 1.6);
}

/** The cut for the length; below a stand collar the shoulders are as high as on other jackets. */
function cutCoat(pen: Pen): Torso {
  if (pen.has('knee-length')) return cutTorso(KNEE);
  const cut = pen.has('hip-length') ? HIP : THIGH;
  return cutTorso(pen.has('stand-collar') ? { ...cut, neck: [96, 33], nape: 36, shoulder: [62, 46], underarm: [67, 104] } : cut);
}

/** Quilting seams with the padding between them, over body and sleeves. */
function quilting(pen: Pen, cut: Torso): void {
  pen.clip(cut.body, () => {
    for (let y = 80; y < cut.hem[1]; y += 26) {
      const row = `M50 ${y}Q120 ${y + 9} 190 ${y}`;
      pen.fold(row, 11, 0.7);
      pen.seam(row, pen.main, 1.1);
    }
  });
  pen.both(() =>
    pen.clip(cut.sleeve, () => {
      for (const y of [92, 118, 144, 170]) {
        const row = `M4 ${y - 4}L80 ${y + 16}`;
        pen.fold(row, 8, 0.6);
        pen.seam(row, pen.main, 1.1);
      }
    }),
  );
}

function pockets(pen: Pen, cut: Torso): void {
  const isLong = pen.has('knee-length');
  if (pen.has('zipped-pockets')) pen.both(() => drawZipPocket(pen, 92, 168, 9, 42));
  else if (pen.has('two-chest-pockets')) {
    pen.both(() => {
      flapPocket(pen, 82, 92, 24, 28);
      drawZipPocket(pen, 96, 176, 9, 36);
    });
  } else if (pen.has('cargo-pockets')) {
    pen.both(() => {
      flapPocket(pen, 76, 184, 28, 34);
      flapPocket(pen, 82, 98, 22, 26);
      pen.seam('M74 186L70 216', pen.main, 1.3);
    });
  } else if (isLong) {
    pen.both(() => {
      pen.fold('M77 152L76 164L104 166', -4, 0.5);
      pen.piece('M78 146L105 149L104.4 161L77 158Z', pen.main.under, pen.main, 1);
      pen.stitch('M80 155.6L102 158.2');
    });
  } else pen.both(() => flapPocket(pen, 76, cut.hem[1] - 58, 28, 34));
}

/** Where the front begins below the collar, and ends at the hem. */
function fastening(pen: Pen, top: number, bottom: number): void {
  if (pen.has('zip-front')) {
    pen.zip(`M120 ${top}L120 ${bottom}`, pen.accent, 5);
    pen.puller(120, top + 3, pen.accent);
    return;
  }
  if (pen.has('double-breasted')) {
    pen.fold(`M101 ${top}C100 140 99 200 97 ${bottom}`, -7, 0.5);
    pen.seam(`M103 ${top}C102 140 101 200 99 ${bottom}`, pen.main, 1.4);
    for (const y of [96, 118, 140]) for (const x of [106, 134]) pen.button(x, y, 3.2, pen.accent);
    return;
  }
  if (pen.has('single-breasted')) {
    pen.fold(`M114 ${top}L113 ${bottom}`, -6, 0.5);
    pen.seam(`M114 ${top}L113 ${bottom}`, pen.main, 1.3);
    pen.stitch(`M126 ${top}L126 ${bottom}`);
    for (const y of [82, 106, 130, 154, 178]) pen.button(120, y, 2.8);
    return;
  }
  pen.piece(
    `M112 ${top}L128 ${top}L128 ${bottom}Q120 ${bottom + 0.4} 112 ${bottom}Z`,
    pen.turn([112, 0, 128, 0], pen.main.light, pen.main.base),
    pen.main,
    1.2,
  );
  pen.fold(`M129 ${top + 2}L129 ${bottom - 2}`, -6, 0.5);
  pen.stitch(`M114.4 ${top + 2}L114.4 ${bottom - 1}M125.6 ${top + 2}L125.6 ${bottom - 1}`);
  for (let i = 0; i < 6; i++) pen.stud(120, top + 20 + ((bottom - top - 42) * i) / 5, 2.3);
}

/** A broad collar with lapels, turned down as on an overcoat. */
function turnDownCollar(pen: Pen): void {
  const cloth = pen.has('braid') ? pen.main : pen.accent;
  if (!pen.isFront) {
    pen.piece(
      'M101 22C108 17 132 17 139 22C145 26 149 32 150 40C138 48 102 48 90 40C91 32 95 26 101 22Z',
      pen.round(undefined, cloth),
      cloth,
      1.3,
    );
    pen.stitch('M93 39C104 45 136 45 147 39', cloth);
    return;
  }
  pen.fill('M102 23C108 17 132 17 138 23C136 40 128 52 120 62C112 52 104 40 102 23Z', pen.main.inside);
  pen.both(() => {
    pen.fill('M86 42L90 68L100 66L98 80L121 90L120 70Z', pen.main.shadow, 0.2);
    pen.piece(
      'M100 46L94 62L99 74L92 78L119 88C117 74 110 58 100 46Z',
      pen.turn([94, 56, 118, 84], pen.main.base, pen.main.under),
      pen.main,
      1.2,
    );
    pen.piece(
      'M102 21C95 26 89 33 87.4 42L91.4 66L106 54C104 42 102.4 32 102 21Z',
      pen.turn([90, 32, 106, 60], cloth.base, cloth.under),
      cloth,
      1.2,
    );
    pen.stitch('M90 43L93.4 61L103 53.4', cloth);
    if (pen.has('braid')) pen.line('M88.6 44L92.4 64.4L105 54.6', pen.accent.base, 2);
  });
}

function collar(pen: Pen): void {
  if (pen.has('turn-down-collar')) turnDownCollar(pen);
  else if (pen.has('stand-collar')) {
    drawStandCollar(pen, pen.main);
    if (pen.isFront) pen.line('M120 19.4L120 43', pen.main.edge, 1.4);
  } else if (pen.isFront) drawHoodFront(pen, pen.has('cargo-pockets'));
  else drawHoodBehind(pen);
}

function sleeveEnds(pen: Pen, cut: Torso): void {
  const isLong = pen.has('knee-length');
  const cuff = cutCuff(cut, isLong ? 11 : 8);
  if (isLong) {
    pen.seam(cuff.seam);
    if (pen.has('braid')) pen.line(cuff.seam, pen.accent.base, 2.6);
    else pen.stitch(cutCuff(cut, 13).seam);
    return;
  }
  pen.piece(cuff.shape, pen.accent.under, pen.accent, 1);
  pen.clip(cut.sleeve, () => pen.piece('M10 177L41 186.6L39.4 194.4L8 184Z', pen.main.under, pen.main, 0.9));
  pen.fold('M36 150C42 160 42 170 36 182', 7, 0.45);
  pen.fold('M46 96C53 110 54 126 47 142', 8, 0.4);
}

function epaulette(pen: Pen, { shoulder: [x, y] }: Torso): void {
  pen.piece(`M${x + 0.6} ${y + 4}L${x + 4} ${y - 4}L95 32L95 40Q86 42 ${x + 0.6} ${y + 4}Z`, pen.main.under, pen.main, 1.1);
  pen.button(91, 36.6, 1.7);
}

/** What the back has that the front has not. */
function back(pen: Pen, cut: Torso): void {
  const bottom = cut.hem[1] + cut.hemDrop;
  drawYokeSeam(pen, cut, pen.has('knee-length') ? 62 : 80, 5);
  const vent = pen.has('knee-length') ? 176 : 196;
  pen.seam(`M120 ${pen.has('knee-length') ? 70 : 160}L120 ${bottom}`);
  pen.fold(`M120 ${vent}C118 ${vent + 18} 118 ${vent + 34} 116 ${bottom - 1}`, 8, 0.6);
  pen.fold('M112 94C117 110 116 130 110 150', -9, 0.35);
  if (pen.has('knee-length')) {
    pen.piece('M96 118L144 118L144 126L96 126Z', pen.main.under, pen.main, 1);
    pen.button(101, 122, 2, pen.accent);
    pen.button(139, 122, 2, pen.accent);
  }
}

/** A coat: parka, shell, padded jacket or overcoat. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawParka(pen: Pen): void {
  const isLong = pen.has('knee-length');
  const cut = cutCoat(pen);
  fillTorso(pen, cut);
  if (pen.has('quilted')) quilting(pen, cut);
  pen.both(() => sleeveEnds(pen, cut));
  drawHemStitch(pen, cut, 6);
  if (!isLong && !pen.has('hip-length')) {
    pen.seam('M70.4 152Q95 157 120 157Q145 157 169.6 152');
    pen.stitch('M70.4 155Q95 160 120 160Q145 160 169.6 155');
  }
  if (pen.isFront) {
    pockets(pen, cut);
    const top = pen.has('stand-collar') ? 42 : isLong ? 72 : 66;
    pen.clip(cut.body, () => fastening(pen, top, cut.hem[1] + cut.hemDrop - 0.3));
  } else back(pen, cut);
  pen.outline(cut.silhouette);
  if (pen.has('epaulettes')) pen.both(() => epaulette(pen, cut));
  collar(pen);
}
