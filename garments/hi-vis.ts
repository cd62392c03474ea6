import { drawStandCollar, drawZipPocket } from './collar.ts';
import { fillTorso } from './fill.ts';
import { drawHoodBehind, drawHoodFront } from './hood.ts';
import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';
import { drawBodyBands } from './reflective.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut } from './torso.ts';
import { drawFly, drawWaistband, fillTrousers, longTrousers } from './trousers.ts';

const VEST_FRONT = closeWithMirror('M120 92C112 82 105 56 103 24L82 30C82 62 74 88 58 108L56 234C78 241 100 242 120 242');
const VEST_BACK = closeWithMirror('M120 38C110 38 105 32 103 24L82 30C82 62 74 88 58 108L56 234C78 241 100 242 120 242');

/** A pouch with a flap, on the left half of a vest. */
function vestPocket(pen: Pen, x: number, y: number, w: number, h: number): void {
  pen.piece(`M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`, pen.round(), pen.main, 1);
  pen.piece(
    `M${x - 1} ${y - 2}L${x + w + 1} ${y - 2}L${x + w + 1} ${y + 6}L${x - 1} ${y + 6}Z`,
    pen.accent.under,
    pen.accent,
    0.9,
  );
}

function vestPockets(pen: Pen): void {
  if (pen.has('six-pockets')) {
    pen.both(() => {
      vestPocket(pen, 70, 204, 36, 26);
      vestPocket(pen, 74, 158, 30, 19);
    });
    vestPocket(pen, 139, 100, 24, 30);
    vestPocket(pen, 77, 106, 24, 24);
  } else if (pen.has('id-pocket')) {
    pen.piece('M138 102L162 102L162 130L138 130Z', '#f2f4f5', pen.accent, 1.1);
    pen.stitch('M140 104.4L160 104.4L160 127.6L140 127.6Z', pen.accent);
    pen.piece('M76 104L94 104L94 130L76 130Z', pen.round(), pen.main, 1);
    pen.stud(85, 109, 1.6);
  }
}

function vestClosing(pen: Pen): void {
  const trim = pen.accent;
  if (pen.has('zip-front')) {
    pen.zip('M120 92L120 241', trim, 5);
    pen.puller(120, 93, trim);
    return;
  }
  pen.piece('M114.6 86L125.4 86L125.4 241.6Q120 242 114.6 241.6Z', pen.turn([114, 0, 126, 0], trim.light, trim.base), trim, 1);
  pen.line('M120 93L120 241', trim.seam, 1);
  pen.stitch('M116.6 92L116.6 241M123.4 92L123.4 241', trim);
}

/** A high-visibility vest. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHiVisVest(pen: Pen): void {
  const silhouette = pen.isFront ? VEST_FRONT : VEST_BACK;
  const trim = pen.accent;
  if (pen.isFront) {
    pen.fill('M103 24C107 34 133 34 137 24C135 56 128 82 120 92C112 82 105 56 103 24Z', pen.main.inside);
    pen.piece('M103 24C108 33 132 33 137 24C136 38 132 44 120 44C108 44 104 38 103 24Z', pen.main.deep, pen.main, 1);
  }
  pen.shadow(silhouette);
  pen.fill(silhouette, pen.round());
  pen.clip(silhouette, () => {
    if (pen.has('contrast-yoke')) {
      const cloth = pen.hasAccent ? pen.round([56, 0, 184, 0], trim) : pen.main.deep;
      pen.fill('M40 10L200 10L200 96Q120 108 40 96Z', cloth);
      pen.seam('M40 96Q120 108 200 96', trim, 1.2);
    } else if (pen.hasAccent) pen.fill('M40 214Q120 226 200 214L200 260L40 260Z', pen.round([56, 0, 184, 0], trim));
    pen.both(() =>
      pen.reflective(
        pen.isFront
          ? 'M87 24L99.6 20C101 64 103 100 104 150L90 150C90 100 90 64 87 24Z'
          : 'M88 24L100 20C98 64 96 100 95 150L81 150C84 100 88 64 88 24Z',
        [86, 0, 104, 0],
      ),
    );
    drawBodyBands(pen, 57, [136, 180], 20);
    pen.fold('M66 116C76 150 76 200 68 238', -12, 0.35);
    pen.fold('M168 120C160 156 162 200 172 236', 11, 0.3);
    pen.sheen('M92 152C88 180 88 210 92 238', -12, 0.8);
  });
  pen.clip(silhouette, () => {
    pen.both(() => pen.binding('M82 28C82 62 74 88 57 109', 3.2, trim));
    pen.binding(
      pen.isFront ? 'M103 22C105 56 112 82 120 92C128 82 135 56 137 22' : 'M102.6 22C105 32 110 38 120 38C130 38 135 32 137.4 22',
      3.2,
      trim,
    );
  });
  if (pen.isFront) {
    vestPockets(pen);
    vestClosing(pen);
  }
  pen.stitch('M57 229C78 236 100 237 120 237C140 237 162 236 183 229');
  pen.outline(silhouette);
}

const JACKET: TorsoCut = {
  neck: [96, 34],
  nape: 37,
  shoulder: [59, 47],
  underarm: [65, 108],
  waist: [64, 166],
  hem: [61, 236],
  hemDrop: 4,
  cuffOuter: [15, 204],
  cuffInner: [42, 212],
};
const BOMBER: TorsoCut = { ...JACKET, waist: [60, 172], hem: [68, 214], hemDrop: 3, cuffOuter: [18, 202], cuffInner: [42, 209] };
const LONG: TorsoCut = { ...JACKET, underarm: [66, 106], hem: [58, 248], hemDrop: 3, cuffOuter: [17, 196], cuffInner: [43, 204] };

/** The knitted hem and cuffs of a bomber. */
function knittedEnds(pen: Pen, cut: Torso): void {
  const trim = pen.accent;
  const [x, y] = cut.hem;
  pen.piece(
    `M${x - 1.6} ${y - 15}Q120 ${y - 7} ${241.6 - x} ${y - 15}L${240 - x} ${y}Q120 ${y + 8} ${x} ${y}Z`,
    pen.round(undefined, trim),
    trim,
    1.1,
  );
  pen.ribs(`M${x} ${y - 7.5}Q120 ${y + 0.5} ${240 - x} ${y - 7.5}`, 13, trim);
  pen.both(() => {
    pen.piece(cutCuff(cut, 14, 0).shape, pen.round([18, 198, 44, 204], trim), trim, 1);
    pen.ribs(cutCuff(cut, 7).seam, 12, trim);
  });
}

function jacketFront(pen: Pen, cut: Torso, bottom: number): void {
  const trim = pen.accent;
  pen.both(() => drawZipPocket(pen, 92, pen.has('bomber') ? 168 : 188, 8, pen.has('bomber') ? 28 : 34, trim));
  if (pen.has('phone-pocket')) {
    pen.piece('M138 86L160 86L160 116L138 116Z', pen.round(), pen.main, 1);
    pen.piece('M136.6 83L161.4 83L161.4 92L149 95L136.6 92Z', trim.under, trim, 1);
    pen.stud(149, 91, 1.7);
  }
  if (pen.has('zip-front')) pen.zip(`M120 42L120 ${bottom}`, trim, 5);
  else {
    pen.piece(
      `M113 42L127 42L127 ${bottom}Q120 ${bottom + 0.2} 113 ${bottom}Z`,
      pen.turn([113, 0, 127, 0], trim.light, trim.base),
      trim,
      1.1,
    );
    pen.stitch(`M115.4 44L115.4 ${bottom - 1}M124.6 44L124.6 ${bottom - 1}`, trim);
    if (pen.has('quick-release-front')) {
      for (const y of [66, 104, 150, 204]) pen.piece(`M110 ${y}L130 ${y}L130 ${y + 9}L110 ${y + 9}Z`, trim.under, trim, 1);
    } else for (const y of [62, 92, 122, 152, 182, bottom - 24]) pen.stud(120, y, 1.9);
  }
  pen.outline(cut.silhouette);
  if (pen.has('hood')) drawHoodFront(pen);
  else {
    drawStandCollar(pen, trim);
    pen.line('M120 19.4L120 43', trim.edge, 1.3);
  }
}

/** A high-visibility jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHiVisJacket(pen: Pen): void {
  const trim = pen.accent;
  const isBomber = pen.has('bomber');
  const cut = cutTorso(isBomber ? BOMBER : pen.has('thigh-length') ? LONG : JACKET);
  const [x, hem] = cut.hem;
  const cuff = cutCuff(cut, 22);
  if (pen.has('thigh-length')) pen.frame(0.96, 0, 0);
  fillTorso(pen, cut);
  if (pen.hasAccent && !isBomber)
    pen.clip(cut.body, () =>
      pen.fill(`M40 ${hem - 34}Q120 ${hem - 22} 200 ${hem - 34}L200 260L40 260Z`, pen.round([60, 0, 180, 0], trim)),
    );
  pen.both(() =>
    pen.reflective(pen.isFront ? 'M83 38.6L96 33.4L98 134L85 133Z' : 'M83 38.6L96 33.4L94 134L81 133Z', [82, 0, 98, 0]),
  );
  pen.clip(cut.body, () => drawBodyBands(pen, 56, isBomber ? [120, 154] : [126, 166], isBomber ? 16 : 18));
  pen.fold(`M68 112C79 140 78 190 ${x + 11} ${hem - 2}`, -11, 0.4);
  pen.both(() => {
    pen.clip(cut.sleeve, () => {
      if (pen.hasAccent && !isBomber) pen.fill(cuff.shape, pen.round([15, 196, 44, 202], trim));
      pen.reflective('M24 110L74 128L70 144L20 126Z', cut.sleeveSpan);
      pen.reflective('M10 150L66 166L62 182L6 166Z', cut.sleeveSpan);
      pen.fold('M46 92C54 108 54 120 48 132', 8, 0.5);
    });
    if (!isBomber) {
      if (pen.hasAccent) pen.seam(cuff.seam, trim);
      pen.stitch(cutCuff(cut, 5).seam, trim);
    }
  });
  if (isBomber) knittedEnds(pen, cut);
  else pen.stitch(`M${x + 0.6} ${hem - 6}Q90 ${hem - 1} 120 ${hem - 1}Q150 ${hem - 1} ${239.4 - x} ${hem - 6}`, trim);
  if (pen.isFront) jacketFront(pen, cut, hem + 3.6);
  else {
    pen.outline(cut.silhouette);
    if (pen.has('hood')) drawHoodBehind(pen);
    else drawStandCollar(pen, trim);
  }
}

/** High-visibility trousers. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHiVisTrousers(pen: Pen): void {
  const cut = longTrousers;
  const hasKneePockets = pen.has('knee-pad-pockets');
  fillTrousers(pen, cut);
  pen.both(() => {
    pen.clip(cut.leg, () => {
      if (pen.hasAccent) pen.fill('M60 222Q94 230 120 224L120 250L60 250Z', pen.round([74, 0, 114, 0], pen.accent));
      if (pen.has('side-band')) pen.reflective('M60 36L81 36C79 60 80 100 82 150L60 150Z', [66, 0, 82, 0]);
    });
    if (hasKneePockets && pen.isFront) {
      pen.clip(cut.leg, () => {
        pen.piece('M60 128L122 128L122 156L60 156Z', pen.accent.under, pen.accent, 1.1);
        pen.stitch('M60 130.6L122 130.6M60 153.4L122 153.4');
      });
    }
    pen.clip(cut.leg, () => {
      pen.reflective('M60 162Q94 171 124 165L124 180Q94 186 60 177Z', [73, 0, 117, 0]);
      pen.reflective('M60 198Q94 207 124 201L124 216Q94 222 60 213Z', [75, 0, 115, 0]);
      pen.fold('M82 120C88 160 88 200 84 238', -9, 0.35);
    });
    if (pen.has('cargo-pockets')) {
      pen.piece('M69 94L94 94L94 124L70 124Z', pen.round(), pen.main, 1);
      pen.piece('M68 91L95 91L95 100L81 103L68 100Z', pen.accent.under, pen.accent, 1);
      pen.stud(81, 99, 1.5);
    }
    pen.stitch(cut.hemStitch, pen.accent);
    if (pen.isFront) {
      pen.seam('M98 37C96 52 88 64 73 70', pen.main, 1.2);
      pen.stitch('M101 38C99 55 90 67 73 73.4');
    } else {
      pen.piece('M84 58L109 60L109 86L84 84Z', pen.round(), pen.main, 1);
      pen.piece('M83 55L110 57L110 67L96.5 69.4L83 65Z', pen.accent.under, pen.accent, 1);
      pen.stud(96.6, 65, 1.5);
    }
  });
  if (pen.isFront) drawFly(pen);
  else pen.seam('M120 36L120 107', pen.main, 1.1);
  drawWaistband(pen, cut, { loops: [92, 148], cloth: pen.accent });
  if (pen.isFront) pen.stud(120, 30, 2.2);
  pen.outline(cut.silhouette);
}
