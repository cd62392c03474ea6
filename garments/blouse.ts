import { drawHemStitch, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [100, 31],
  nape: 34,
  shoulder: [70, 43],
  underarm: [76, 98],
  waist: [84, 146],
  hem: [74, 222],
  hemDrop: 9,
  cuffOuter: [28, 166],
  cuffInner: [52, 174],
});

/** An open collar that runs into a V. */
function openCollar(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M101 26C108 20 132 20 139 26C138 48 128 70 120 84C112 70 102 48 101 26Z', pen.main.inside);
  pen.line('M103 30C110 35 130 35 137 30', pen.main.seam, 0.9);
  pen.both(() => {
    pen.fill('M89 42L94 64L106 62L121 88L120 80Z', pen.main.shadow, 0.2);
    pen.piece(
      'M101 25C96 28 92 33 90 39L94.5 61L106 58C110 68 115 77 120 84C117 66 105 46 101 25Z',
      pen.turn([94, 36, 112, 62], cloth.base, cloth.under),
      cloth,
      1.2,
    );
    pen.line('M92 39.5L96 58.5L105.5 56', cloth.seam, 0.8);
  });
}

/** A fitted blouse. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBlouse(pen: Pen): void {
  const cuff = cutCuff(cut, 13, 1);
  fillTorso(pen, cut);
  pen.both(() => {
    pen.fold('M52 96C58 106 60 120 54 134', 7, 0.5);
    pen.piece(cuff.shape, pen.round([28, 162, 54, 168], pen.accent), pen.accent, 1.1);
    pen.seam('M47 160L45.5 171');
    pen.seam('M79 80C92 96 97 122 96 148C95 180 92 206 90 225');
    pen.sheen('M81 84C93 100 98 122 97 146', -7, 0.7);
    pen.fold('M86 144C92 152 96 154 102 154', 5, 0.4);
  });
  drawHemStitch(pen, cut, 4.5);
  if (pen.isFront) {
    pen.seam('M120 84L120 231');
    pen.stitch('M113 86L113 230.6');
    for (const y of [92, 116, 140, 164, 188, 212]) pen.button(120, y, 2.2);
    pen.outline(cut.silhouette);
    openCollar(pen);
  } else {
    pen.seam('M120 46L120 231');
    pen.fold('M120 110C112 130 110 160 118 200', -9, 0.35);
    pen.outline(cut.silhouette);
    pen.fill('M89 40C101 50 139 50 151 40Z', pen.main.shadow, 0.22);
    pen.piece(
      'M100 25C107 20 133 20 140 25C145 28 149 33 151 39C139 47 101 47 89 39C91 33 95 28 100 25Z',
      pen.round(undefined, pen.accent),
      pen.accent,
    );
    pen.line('M92 38.5C103 44.5 137 44.5 148 38.5', pen.accent.seam, 0.8);
  }
}
