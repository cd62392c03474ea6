import { fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const CUT: TorsoCut = {
  neck: [98, 30],
  nape: 33,
  shoulder: [62, 42],
  underarm: [69, 104],
  waist: [74, 152],
  hem: [66, 236],
  hemDrop: 2,
  cuffOuter: [20, 206],
  cuffInner: [44, 213],
};
const WOMENS: TorsoCut = {
  ...CUT,
  shoulder: [68, 42],
  underarm: [75, 102],
  waist: [83, 146],
  hem: [70, 226],
  cuffOuter: [24, 200],
  cuffInner: [47, 207],
};

const cutBlazer = (pen: Pen): Torso => cutTorso(pen.has('womens') ? WOMENS : tailor(pen, CUT));

function lapel(pen: Pen): void {
  const facing = pen.main.under;
  const isPeaked = pen.has('peak-lapel');
  pen.fill('M84 66L82 70L92 80L77 83.5C86 110 104 140 118 153L122 150L102 40Z', pen.main.shadow, 0.18);
  pen.piece(
    isPeaked
      ? 'M101 27C98 45 95 62 93 78L68.6 62C74 98 100 136 119 150C117 116 112 70 101 27Z'
      : 'M101 27C98 45 95 62 93 78L77 80.5C84 106 102 136 119 150C117 116 112 70 101 27Z',
    pen.turn([84, 90, 112, 80], pen.main.base, facing),
    pen.main,
    1.2,
  );
  pen.piece(
    isPeaked
      ? 'M101 24C94 29 89 36 87 44L84 68L93 78L104 72C102 58 100 40 101 24Z'
      : 'M101 24C94 29 89 36 87 44L82.5 65L93 78L104 72C102 58 100 40 101 24Z',
    pen.turn([88, 40, 104, 60], pen.accent.base, pen.accent.under),
    pen.accent,
    1.2,
  );
  pen.line(isPeaked ? 'M72.4 68C80 102 103 134 117 146.4' : 'M82.4 83.4C90 107 105 134 117 146.4', pen.main.seam, 0.8);
}

/** The closed edge of the front with its buttons, and the corners that are cut away below them. */
function closing(pen: Pen): void {
  const buttons = pen.has('one-button') ? [162] : pen.has('three-buttons') ? [140, 162, 184] : [158, 184];
  // The wearer's left front laps over the right; both corners are cut away and show the lining of the back.
  pen.fill('M117 204C118 222 126 236 140 238L100 238C111 236 116.4 222 117 204Z', pen.main.inside);
  pen.seam('M117 206C116.4 224 111 235 100 238', pen.main, 1.3);
  pen.fold('M119 152C116 170 115.6 190 117 204', -7, 0.6);
  pen.seam('M119.6 150C116.6 170 115.4 190 117 205C118.6 223 127 235 140 238', pen.main, 1.4);
  pen.stitch('M122 154C119 172 118 190 119.6 204C121 220 129 232 142 235');
  pen.fold('M122 158C112 150 100 146 90 148', -7, 0.4);
  for (const y of buttons) pen.button(y > 170 ? 121.6 : 123, y, 3.2);
}

/** Two pockets, and a smaller one above that of the wearer's right. */
function pockets(pen: Pen): void {
  pen.both(() => {
    pen.fold('M75 199L75 209L106 211', -3, 0.6);
    pen.piece('M75 194L106 196L105.6 208Q90 209 74.6 206Z', pen.main.under, pen.main, 1);
    pen.seam('M75.6 192.6L106 194.5');
  });
  pen.piece('M77.4 176L101 177.6L100.8 186.4Q89 187 77.2 184.6Z', pen.main.under, pen.main, 1);
  pen.seam('M78 174.6L101 176.1');
}

function front(pen: Pen, cut: Torso): void {
  pen.both(() => {
    if (pen.has('princess-seams')) {
      pen.seam('M79 84C93 104 98 128 96 152C94 184 90 208 87 226');
      pen.sheen('M81 88C94 108 99 130 97 150', -7, 0.6);
    } else pen.seam('M84 106C90 130 90 160 88 184');
    pen.fold('M84 108C91 130 91 156 88 180', -7, 0.4);
    if (pen.has('ticket-pocket')) return;
    pen.fold('M75 189L75 199L106 201', -3, 0.6);
    pen.piece('M75 184L106 186L105.6 198Q90 199 74.6 196Z', pen.main.under, pen.main, 1);
    pen.line('M75.6 182.6L106 184.5', pen.main.seam, 1);
  });
  pen.piece('M137 108L160 104L160.6 110.5L137.6 114.5Z', pen.main.under, pen.main, 1);
  if (pen.has('ticket-pocket')) pockets(pen);
  pen.clip(cut.body, () => closing(pen));
  pen.outline(cut.silhouette);
  pen.fill('M101 24C108 20 132 20 139 24C136 70 128 118 120 150C112 118 104 70 101 24Z', pen.main.inside);
  pen.fill(
    'M103 40C108 46 132 46 137 40C133 80 127 120 120 150C113 120 107 80 103 40Z',
    pen.turn([103, 0, 137, 0], pen.main.shadow, pen.main.inside),
    0.55,
  );
  pen.line('M102 32C109 37 131 37 138 32', pen.main.seam, 0.9);
  pen.both(() => lapel(pen));
  pen.line('M149 87.6L156.6 86', pen.main.edge, 1.2);
}

function back(pen: Pen, cut: Torso): void {
  pen.clip(cut.body, () => backSeams(pen));
  pen.outline(cut.silhouette);
  pen.piece(
    'M99 24C107 19 133 19 141 24C146 29 149 35 150 41C138 47 102 47 90 41C91 35 94 29 99 24Z',
    pen.round(undefined, pen.accent),
    pen.accent,
  );
}

/** The centre seam with its vent, and the seams that shape both sides. */
function backSeams(pen: Pen): void {
  pen.seam('M120 40C120.6 80 120.6 130 120 182');
  pen.fold('M120 182C121 200 123 220 127 237', -9, 0.8);
  pen.seam('M120 182L122 238', pen.main, 1.3);
  pen.line('M113 182L120 182', pen.main.seam, 0.9);
  pen.both(() => {
    pen.seam('M76 88C86 110 91 136 89 160C88 190 86 214 84 238');
    pen.sheen('M78 92C88 114 92 138 90 160', -6, 0.8);
  });
  pen.fold('M110 60C114 84 114 108 108 140', -10, 0.35);
}

/** A single-breasted blazer. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBlazer(pen: Pen): void {
  const cut = cutBlazer(pen);
  fillTorso(pen, cut);
  pen.both(() => {
    pen.fold('M34 152C40 164 40 176 35 190', 7, 0.45);
    pen.fold('M46 98C53 112 54 128 47 144', 8, 0.45);
    pen.sheen('M47 62C42 90 38 120 33 150', 6, 0.7);
    if (pen.isFront) return;
    pen.seam('M56 60C54 100 46 150 40 184');
    const [x, y] = cut.cuffInner;
    pen.seam(`M${x - 4} ${y - 29}L${x - 5.4} ${y - 3}`);
    for (const rise of [23, 16, 9]) pen.button(x - 8.6 + (rise - 16) * 0.1, y - rise, 1.7);
  });
  if (pen.isFront) front(pen, cut);
  else back(pen, cut);
}
