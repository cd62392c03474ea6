import { drawStandCollar, drawZipPocket } from './collar.ts';
import { drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import { drawHoodBehind, drawHoodFront } from './hood.ts';
import type { Pen } from './pen.ts';
import { armholeAt, cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const CUT: TorsoCut = {
  neck: [96, 33],
  nape: 36,
  shoulder: [61, 46],
  underarm: [67, 104],
  waist: [71, 160],
  hem: [67, 234],
  hemDrop: 4,
  cuffOuter: [18, 206],
  cuffInner: [42, 213],
};
const WAIST_LENGTH: TorsoCut = { ...CUT, underarm: [64, 104], waist: [61, 164], hem: [64, 214], hemDrop: 3 };

/** Another cloth over the shoulders and round the forearms, where bags and tools rub. */
function abrasionPanels(pen: Pen, cut: Torso): void {
  const cloth = pen.accent;
  const y = pen.isFront ? 82 : 74;
  const x = armholeAt(cut, y);
  pen.clip(cut.body, () =>
    pen.fill(`M40 20L200 20L200 ${y}L${240 - x} ${y}Q120 ${y + 10} ${x} ${y}L40 ${y}Z`, pen.round([60, 0, 180, 0], cloth)),
  );
  pen.both(() => pen.clip(cut.sleeve, () => pen.fill('M16 140L62 154L52 192L4 178Z', pen.round(cut.sleeveSpan, cloth))));
  pen.seam(`M${x} ${y}Q120 ${y + 10} ${240 - x} ${y}`, cloth);
  pen.both(() => pen.clip(cut.sleeve, () => pen.seam('M16 140L62 154M4 178L52 192', cloth)));
  pen.line(`M${x} ${y + 2.4}Q120 ${y + 12.4} ${240 - x} ${y + 2.4}`, '#d5d9dc', 1.6);
}

/** The side panel, in the second colour if there is one. */
function sidePanel(pen: Pen, cut: Torso): void {
  const contrast = pen.accent;
  const bottom = cut.hem[1] + 2;
  const inset = pen.has('womens') ? 9 : 0;
  const seam = `M${73 + inset / 2} 81C${84 + inset} 98 ${90 + inset} 124 ${88 + inset} 156C${86 + inset} 190 ${82 + inset / 2} 214 ${80 + inset / 2} ${bottom}`;
  if (pen.hasAccent && !pen.has('abrasion-panels'))
    pen.clip(cut.body, () =>
      pen.fill(`${seam}L40 ${bottom + 4}L58 100Z`, pen.turn([64, 0, 92, 0], contrast.deep, contrast.base)),
    );
  pen.seam(seam);
  pen.sheen(`M${75 + inset / 2} 85C${86 + inset} 102 ${91 + inset} 126 ${89 + inset} 156`, -6, 0.8);
}

/** A buttoned patch pocket at the chest, on the left half. */
function chestPocket(pen: Pen): void {
  pen.fold('M80 98L80 126L106 126', -4, 0.5);
  pen.piece('M80 94L106 94L106 121L102 125L84 125L80 121Z', pen.round(), pen.main, 1);
  pen.piece('M78.6 90L107.4 90L107.4 99L93 104L78.6 99Z', pen.turn([0, 90, 0, 104], pen.main.light, pen.main.under), pen.main, 1);
  pen.stitch('M81 92.6L81 97.6L93 101.6L105 97.6L105 92.6');
  pen.stud(93, 99.4, 1.8);
}

function front(pen: Pen, cut: Torso): void {
  const contrast = pen.accent;
  if (pen.has('two-chest-pockets')) pen.both(() => chestPocket(pen));
  else {
    pen.line('M150 82L150 108', contrast.edge, 3.2);
    pen.line('M150 83L150 107', contrast.inside, 1.6);
    pen.puller(150, 83);
    pen.stitch('M154 80L154 111L146 111L146 80Z');
  }
  pen.both(() => drawZipPocket(pen, 98, pen.has('waist-length') ? 150 : 164, 9, 42));
  pen.zip(`M120 42L120 ${cut.hem[1] + cut.hemDrop - 0.5}`, contrast, 5);
}

/** A softshell jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawSoftshell(pen: Pen): void {
  const contrast = pen.accent;
  const cut = cutTorso(tailor(pen, pen.has('waist-length') ? WAIST_LENGTH : CUT));
  const cuff = cutCuff(cut, 5);
  fillTorso(pen, cut);
  if (pen.has('abrasion-panels')) abrasionPanels(pen, cut);
  pen.both(() => {
    if (!pen.has('waist-length')) sidePanel(pen, cut);
    pen.piece(cuff.shape, contrast.under, contrast, 1);
    pen.clip(cut.sleeve, () => pen.piece('M10 186L38 195L36.6 202L8 193Z', contrast.under, contrast, 0.9));
    if (!pen.has('abrasion-panels')) pen.seam('M54 66C48 100 38 150 31 190', pen.main, 0.9);
    pen.fold('M40 134C46 142 47 156 40 170', 8, 0.4);
  });
  drawHemStitch(pen, cut, 5);
  if (pen.has('waist-length')) {
    drawHemStitch(pen, cut, 17);
    pen.both(() => pen.stud(76, cut.hem[1] - 8, 1.8));
  }
  if (pen.isFront) front(pen, cut);
  else {
    if (!pen.has('abrasion-panels')) drawYokeSeam(pen, cut, 72, 6);
    pen.fold('M112 88C117 110 116 140 108 168', -10, 0.35);
    pen.fold('M136 90C131 116 133 144 140 172', 10, 0.3);
    if (!pen.has('hood')) pen.fill('M116 56L124 56L124 59L116 59Z', '#d5d9dc');
  }
  pen.outline(cut.silhouette);
  if (pen.has('hood')) {
    if (pen.isFront) drawHoodFront(pen);
    else drawHoodBehind(pen);
    return;
  }
  drawStandCollar(pen);
  if (!pen.isFront) return;
  pen.zip('M120 19L120 43', contrast, 5);
  pen.puller(120, 19, contrast);
}
