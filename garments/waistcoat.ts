import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const FRONT = closeWithMirror(
  'M120 40C110 40 106 37 101 32C92 36 84 38 77 41C84 62 84 92 67 114C68 142 71 160 69 184L68 206L97 238L119 214L120 214',
);
const BACK = closeWithMirror(
  'M120 40C110 40 106 37 101 32C92 36 84 38 77 41C84 62 84 92 67 114C68 142 71 160 69 184L68 206C86 212 104 213 120 213',
);

/** A waistcoat. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawWaistcoat(pen: Pen): void {
  if (pen.isFront) front(pen);
  else back(pen);
}

function front(pen: Pen): void {
  pen.shadow(FRONT);
  pen.fill(FRONT, pen.round());
  pen.fold('M120 124C124 150 124 190 120 212', -7, 0.5);
  pen.both(() => {
    pen.seam('M92 128C96 150 96 180 91 206');
    pen.fold('M92 128C96 150 96 180 91 204', -7, 0.4);
    pen.fold('M78 176L78 184L104 181', -3, 0.5);
    pen.piece('M77 172L104 168L105 175.5L78 179.5Z', pen.main.under, pen.main, 1);
    pen.stitch('M79.6 43C86 64 86 94 70 115');
    pen.fold('M70 116C82 110 90 100 92 84', -7, 0.35);
    pen.fold('M72 130C82 140 88 150 86 166', -9, 0.3);
  });
  pen.piece('M137 117L157 114L158 120.5L138 123.5Z', pen.main.under, pen.main, 1);
  pen.seam('M120 122L120 214', pen.main, 1.3);
  pen.stitch('M117 126L117 214M71 204.5L97 233L118 211.5M169 204.5L143 233L122 211.5');
  for (const y of [130, 149, 168, 187, 205]) pen.button(122.4, y, 2.6);
  pen.outline(FRONT);
  pen.piece(
    'M101 32C106 37 110 40 120 40C130 40 134 37 139 32C137 66 130 98 120 122C110 98 103 66 101 32Z',
    pen.accent.inside,
    pen.main,
    1.3,
  );
  pen.piece('M101 32C107 27 133 27 139 32C134 38 128 41 120 41C112 41 106 38 101 32Z', pen.accent.under, pen.main, 1.3);
  pen.line('M114 35L126 35', pen.accent.highlight, 2);
  pen.both(() => pen.stitch('M98.4 34C100.6 68 108 100 118.4 124'));
}

function back(pen: Pen): void {
  const satin = pen.accent;
  pen.shadow(BACK);
  pen.fill(BACK, pen.round(undefined, satin));
  pen.both(() => {
    pen.piece('M101 32C92 36 84 38 77 41L79 48C88 46 98 43 106 38Z', pen.main.base, pen.main, 1);
    pen.sheen('M98 56C90 84 92 116 98 148', -12, 1, satin);
    pen.seam('M92 120C98 150 96 184 93 211', satin);
    pen.stitch('M80 50C85 70 84 96 70 115', satin);
    pen.fold('M96 160C86 168 78 172 70 172', 7, 0.4, satin);
    pen.fold('M104 166C102 180 98 192 92 202', 7, 0.35, satin);
  });
  pen.seam('M120 41L120 213', satin);
  pen.fold('M120 70C116 96 116 120 119 146', 9, 0.4, satin);
  pen.piece('M70 152L112 156L112 163.5L70 161Z', satin.under, satin, 1);
  pen.piece('M170 152L126 156L126 163.5L170 161Z', satin.under, satin, 1);
  pen.piece('M106 155.6L128 155.6L128 164L106 164Z', satin.under, satin, 0.9);
  pen.line('M112 153.6L125 153.6L125 166L112 166Z M118.5 153.6L118.5 166', '#a7adb2', 1.8);
  pen.outline(BACK, satin);
}
