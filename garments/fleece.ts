import { drawStandCollar, drawZipPocket } from './collar.ts';
import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { armholeAt, cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const CUT: TorsoCut = {
  neck: [96, 33],
  nape: 36,
  shoulder: [60, 46],
  underarm: [66, 106],
  waist: [66, 166],
  hem: [64, 233],
  hemDrop: 4,
  cuffOuter: [17, 205],
  cuffInner: [41, 212],
};

/** Another cloth over the shoulders: in the second colour, or ripstop in the garment's own. */
function yoke(pen: Pen, cut: Torso): void {
  const y = pen.isFront ? 80 : 73;
  const x = armholeAt(cut, y);
  const { neck, shoulder } = cut;
  const shape = `M${neck[0]} ${neck[1]}C84 38 76 39 ${shoulder[0]} ${shoulder[1]}C66 58 ${x} 62 ${x} ${y}Q120 ${y + 12} ${240 - x} ${y}C${240 - x} 62 174 58 ${240 - shoulder[0]} ${shoulder[1]}C164 39 156 38 ${240 - neck[0]} ${neck[1]}Z`;
  const cloth = pen.accent;
  const isPanel = pen.has('reinforced-shoulders') && !pen.hasAccent;
  pen.fill(shape, isPanel ? pen.turn([0, 40, 0, 90], cloth.under, cloth.deep) : pen.round([58, 0, 182, 0], cloth));
  if (pen.has('reinforced-shoulders')) {
    pen.clip(shape, () => {
      for (let at = 40; at < 100; at += 6) pen.line(`M50 ${at}L190 ${at}`, cloth.seam, 0.5, ' opacity=".5"');
      for (let at = 60; at < 184; at += 6) pen.line(`M${at} 30L${at} 100`, cloth.seam, 0.5, ' opacity=".5"');
    });
  }
  drawYokeSeam(pen, cut, y, 6, cloth);
}

/** Elbow panels of the same cloth as the shoulders. */
function elbow(pen: Pen, cut: Torso): void {
  pen.clip(cut.sleeve, () => {
    pen.fill('M20 132L66 146L58 182L10 168Z', pen.turn([20, 0, 60, 0], pen.accent.under, pen.accent.deep));
    pen.seam('M20 132L66 146M10 168L58 182');
  });
}

/** A zipped fleece jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawFleece(pen: Pen): void {
  const cut = cutTorso(tailor(pen, CUT));
  const cuff = cutCuff(cut, 7);
  const isFullZip = !pen.has('quarter-zip');
  const [, hem] = cut.hem;
  fillTorso(pen, cut);
  if (pen.hasAccent || pen.has('reinforced-shoulders')) yoke(pen, cut);
  pen.both(() => {
    if (pen.has('reinforced-shoulders')) elbow(pen, cut);
    pen.seam(cut.armhole);
    pen.piece(cuff.shape, pen.round([17, 202, 42, 208], pen.accent), pen.accent, 1);
    pen.fold('M34 156C40 168 40 180 34 196', 7, 0.45);
    pen.fold('M44 98C51 112 52 126 45 142', 8, 0.4);
    if (pen.has('womens')) {
      pen.seam(`M77 82C94 100 97 124 96 148C95 180 90 206 87 ${hem + 2}`);
      pen.sheen('M79 86C93 104 98 126 97 148', -7, 0.6);
    }
  });
  drawHemStitch(pen, cut, 6);
  if (pen.isFront) {
    pen.both(() => drawZipPocket(pen, pen.has('womens') ? 93 : 88, 166));
    if (pen.has('chest-and-hand-pockets')) {
      pen.line('M142 96L164 96', pen.accent.edge, 3.4);
      pen.line('M143 96L163 96', pen.accent.inside, 1.8);
      pen.puller(146, 96);
      pen.stitch('M140 93L166 93L166 122L140 122Z');
    }
    const end = isFullZip ? hem + 3.5 : 104;
    pen.zip(`M120 42L120 ${end}`, pen.main, 4);
    pen.stitch(`M112 44L112 ${end}M128 44L128 ${end}`);
    pen.fold('M84 90C94 108 94 130 88 152', -10, 0.35);
    pen.outline(cut.silhouette);
    drawStandCollar(pen, pen.accent);
    pen.zip('M120 19L120 43', pen.accent, 4);
    pen.puller(120, 20, pen.accent);
  } else {
    drawBackFolds(pen);
    pen.outline(cut.silhouette);
    drawStandCollar(pen, pen.accent);
  }
}
