import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const FRONT = closeWithMirror(
  'M120 40C110 40 106 37 101 32C92 36 84 38 77 41C84 62 84 92 67 114C68 142 71 160 69 184L68 206L97 238L119 214L120 214',
);
const BACK = closeWithMirror(
  'M120 40C110 40 106 37 101 32C92 36 84 38 77 41C84 62 84 92 67 114C68 142 71 160 69 184L68 206C86 212 104 213 120 213',
);
/** Women's waistcoats are shaped at the waist, which bust darts need. */
const SHAPED_FRONT = closeWithMirror(
  'M120 40C110 40 106 37 101 32C93 36 86 38 80 41C87 62 88 90 73 112C74 134 84 146 83 164C80 184 74 194 73 204L99 232L119 212L120 212',
);
const SHAPED_BACK = closeWithMirror(
  'M120 40C110 40 106 37 101 32C93 36 86 38 80 41C87 62 88 90 73 112C74 134 84 146 83 164C80 184 74 194 73 204C88 210 104 211 120 211',
);

/** A waistcoat. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawWaistcoat(pen: Pen): void {
  if (pen.isFront) front(pen);
  else back(pen);
}

/** The heights of the buttons below the point of the V. */
function getButtons(pen: Pen): readonly number[] {
  if (pen.has('four-buttons')) return [134, 158, 182, 205];
  return pen.has('three-buttons') ? [156, 180, 204] : [130, 149, 168, 187, 205];
}

function bustDarts(pen: Pen): void {
  pen.seam('M75 124L97 116');
  pen.fold('M75 124L97 116', 5, 0.4);
  pen.seam('M97 140C101 158 100 180 96 205');
  pen.fold('M97 140C101 158 100 180 96 205', -7, 0.4);
}

/** A collar in one with the front edge, rolled from the neck to the first button. */
function shawlCollar(pen: Pen): void {
  const cloth = pen.main;
  pen.piece(
    'M101 32C106 37 110 40 120 40C130 40 134 37 139 32C138 78 131 122 120 148C109 122 102 78 101 32Z',
    pen.accent.inside,
    pen.main,
    1.3,
  );
  pen.piece('M101 32C107 27 133 27 139 32C134 38 128 41 120 41C112 41 106 38 101 32Z', pen.accent.under, pen.main, 1.3);
  pen.line('M114 35L126 35', pen.accent.highlight, 2);
  pen.both(() => {
    pen.fill('M92 37C82 72 92 122 118 152L121 148L102 34Z', pen.main.shadow, 0.2);
    pen.piece(
      'M101 30C96 32 92.6 34 90 37C80 68 92 118 120 150C119 122 106 78 101 30Z',
      pen.turn([84, 80, 114, 72], cloth.light, cloth.under),
      cloth,
      1.2,
    );
    pen.stitch('M93 38.6C84.6 68 95 112 116.6 142');
  });
}

function openNeck(pen: Pen): void {
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

function front(pen: Pen): void {
  const isShaped = pen.has('bust-darts');
  const silhouette = isShaped ? SHAPED_FRONT : FRONT;
  pen.shadow(silhouette);
  pen.fill(silhouette, pen.round());
  pen.fold('M120 124C124 150 124 190 120 212', -7, 0.5);
  pen.both(() => {
    if (isShaped) bustDarts(pen);
    else {
      pen.seam('M92 128C96 150 96 180 91 206');
      pen.fold('M92 128C96 150 96 180 91 204', -7, 0.4);
    }
    const inset = isShaped ? 7 : 0;
    pen.fold(`M${78 + inset} 176L${78 + inset} 184L104 181`, -3, 0.5);
    pen.piece(`M${77 + inset} 172L105 168L106 175.5L${78 + inset} 179.5Z`, pen.main.under, pen.main, 1);
    pen.stitch(isShaped ? 'M82.6 43C89.6 64 90 92 76 113' : 'M79.6 43C86 64 86 94 70 115');
    pen.fold('M70 116C82 110 90 100 92 84', -7, 0.35);
    pen.fold(`M${72 + inset} 130C${82 + inset} 140 ${88 + inset} 150 ${86 + inset} 166`, -9, 0.3);
  });
  if (!isShaped) pen.piece('M137 117L157 114L158 120.5L138 123.5Z', pen.main.under, pen.main, 1);
  pen.seam('M120 122L120 213', pen.main, 1.3);
  pen.stitch(
    isShaped
      ? 'M117 126L117 212M76 203L99 227.4L118 209.5M164 203L141 227.4L122 209.5'
      : 'M117 126L117 214M71 204.5L97 233L118 211.5M169 204.5L143 233L122 211.5',
  );
  for (const y of getButtons(pen)) pen.button(122.4, y, 2.6);
  pen.outline(silhouette);
  if (pen.has('shawl-collar')) shawlCollar(pen);
  else openNeck(pen);
}

function back(pen: Pen): void {
  const satin = pen.accent;
  const isShaped = pen.has('bust-darts');
  const silhouette = isShaped ? SHAPED_BACK : BACK;
  const side = isShaped ? 83 : 70;
  pen.shadow(silhouette);
  pen.fill(silhouette, pen.round(undefined, satin));
  pen.both(() => {
    pen.piece('M101 32C92 36 84 38 80 40.4L82 48C89 46 98 43 106 38Z', pen.main.base, pen.main, 1);
    pen.sheen('M98 56C90 84 92 116 98 148', -12, 1, satin);
    pen.seam('M92 120C98 150 96 184 93 211', satin);
    pen.stitch(isShaped ? 'M83 50C88.6 70 88 94 76 113' : 'M80 50C85 70 84 96 70 115', satin);
    pen.fold(`M${side + 26} 160C${side + 16} 168 ${side + 8} 172 ${side} 172`, 7, 0.4, satin);
    pen.fold('M104 166C102 180 98 192 92 202', 7, 0.35, satin);
  });
  pen.seam('M120 41L120 211', satin);
  pen.fold('M120 70C116 96 116 120 119 146', 9, 0.4, satin);
  pen.piece(`M${side} 152L112 156L112 163.5L${side} 161Z`, satin.under, satin, 1);
  pen.piece(`M${240 - side} 152L126 156L126 163.5L${240 - side} 161Z`, satin.under, satin, 1);
  pen.piece('M106 155.6L128 155.6L128 164L106 164Z', satin.under, satin, 0.9);
  pen.line('M112 153.6L125 153.6L125 166L112 166Z M118.5 153.6L118.5 166', '#a7adb2', 1.8);
  pen.outline(silhouette, satin);
}
