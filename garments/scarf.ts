import type { Pen } from './pen.ts';

const LEFT_END = 'M78 84C72 130 68 174 68 214Q86 220 106 216C108 172 114 130 122 96Z';
const RIGHT_END = 'M126 92C134 120 142 156 146 196Q164 200 184 194C182 150 172 108 160 78Z';

function fringe(pen: Pen, from: number, to: number, y: number): void {
  for (let x = from; x <= to; x += 4.5) pen.tassel(x, y);
}

function bands(pen: Pen, end: string, y: number): void {
  if (!pen.hasAccent) return;
  pen.clip(end, () => {
    for (const dy of [0, 14]) pen.line(`M60 ${y + dy}Q120 ${y + dy + 8} 190 ${y + dy - 4}`, pen.accent.base, dy === 0 ? 9 : 4);
  });
}

/** A square of light cloth laid out on its corner, with a rolled edge; behind, the lower corner is folded up. */
function square(pen: Pen): void {
  const whole = 'M124 32L216 124Q220 128 216 132L124 224Q120 228 116 224L24 132Q20 128 24 124L116 32Q120 28 124 32Z';
  pen.shadow(whole);
  pen.fill(whole, pen.turn([40, 60, 200, 200], pen.main.light, pen.main.deep));
  if (pen.hasAccent) pen.line('M120 46L202 128L120 210L38 128Z', pen.accent.base, 6);
  pen.stitch('M120 37L211 128L120 219L29 128Z');
  pen.seam('M120 58L190 128L120 198L50 128Z');
  pen.fold('M120 40C108 84 104 140 116 212', -14, 0.35);
  pen.fold('M152 66C134 100 132 150 148 190', 13, 0.3);
  pen.sheen('M66 100C80 118 84 140 78 158', -12, 0.8);
  pen.outline(whole);
  if (pen.isFront) return;
  pen.fill('M64 172L176 172L124 116Q120 112 116 116Z', pen.main.shadow, 0.18);
  pen.piece('M66 174L174 174L124 122Q120 118 116 122Z', pen.main.under, pen.main, 1.4);
  pen.stitch('M76 171L120 126L164 171');
}

/** A triangle of cotton, tied at the throat. */
function neckerchief(pen: Pen): void {
  const collar = 'M66 62C70 38 96 28 120 28C144 28 170 38 174 62C166 82 144 92 120 92C96 92 74 82 66 62Z';
  const point = pen.isFront
    ? 'M104 84L136 84C146 108 150 128 152 148L128 132L120 112L112 132L88 148C90 128 94 108 104 84Z'
    : 'M70 72C96 92 144 92 170 72C160 110 142 150 120 178C98 150 80 110 70 72Z';
  pen.frame(1.12, 0, 26);
  pen.shadow(pen.isFront ? collar : point);
  pen.fill(point, pen.round([80, 0, 160, 0]));
  pen.fold(pen.isFront ? 'M112 92C106 108 100 124 96 140' : 'M100 92C104 120 112 146 120 170', -8, 0.5);
  pen.stitch(
    pen.isFront ? 'M91 143L111 129L118.6 110M149 143L129 129L121.4 110' : 'M76 84C88 116 104 146 120 170C136 146 152 116 164 84',
  );
  pen.outline(point);
  pen.piece(collar, pen.round(), pen.main, 1.6);
  if (pen.isFront) {
    pen.piece(
      'M86 54C92 42 104 37 120 37C136 37 148 42 154 54C146 66 134 72 120 72C106 72 94 66 86 54Z',
      pen.turn([0, 37, 0, 72], pen.main.inside, pen.main.deep),
      pen.main,
      1.2,
    );
    pen.piece('M106 74Q120 70 134 74L137 94Q120 100 103 94Z', pen.round([102, 0, 138, 0]), pen.main, 1.4);
    pen.fold('M112 74C111 82 111 90 113 96', -5, 0.5);
  }
  pen.fold('M70 58C78 78 98 86 118 86', -8, 0.5);
  pen.fold('M170 58C164 76 146 86 128 88', 8, 0.4);
  pen.sheen('M76 66C86 80 100 84 114 84', 5, 0.9);
}

/** A scarf. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawScarf(pen: Pen): void {
  if (pen.has('square-scarf')) square(pen);
  else if (pen.has('neckerchief')) neckerchief(pen);
  else if (pen.isFront) {
    const loop = 'M72 66C70 34 94 18 120 18C146 18 170 34 168 66C168 92 146 108 120 108C94 108 72 92 72 66Z';
    pen.shadow(`${LEFT_END}${RIGHT_END}`);
    fringe(pen, 148, 183, 194);
    pen.fill(RIGHT_END, pen.round([132, 150, 184, 142]));
    bands(pen, RIGHT_END, 172);
    pen.fold('M142 100C152 128 158 160 160 196', -9, 0.5);
    pen.sheen('M160 100C168 130 172 160 172 192', -8, 0.8);
    pen.line(RIGHT_END, pen.main.rim, 1.6);
    fringe(pen, 70, 106, 214);
    pen.fill(LEFT_END, pen.round([70, 150, 112, 156]));
    bands(pen, LEFT_END, 190);
    pen.fold('M96 100C90 134 86 176 86 214', -9, 0.5);
    pen.fold('M112 100C104 130 100 160 98 190', 8, 0.4);
    pen.line(LEFT_END, pen.main.rim, 1.6);
    pen.fill('M77 88C86 110 150 118 164 90L165 96C150 122 92 122 76 100Z', pen.main.shadow, 0.3);
    pen.piece(loop, pen.round(), pen.main, 1.6);
    pen.piece(
      'M92 56C94 40 106 33 120 33C134 33 146 40 148 56C142 70 132 76 120 76C108 76 98 70 92 56Z',
      pen.turn([0, 33, 0, 76], pen.main.inside, pen.main.deep),
      pen.main,
      1.2,
    );
    pen.fold('M76 60C82 88 104 98 128 98', -9, 0.5);
    pen.fold('M84 56C92 80 110 88 134 86', -8, 0.5);
    pen.fold('M164 60C160 80 148 94 130 100', 8, 0.4);
    pen.sheen('M80 74C88 92 106 102 126 102', 6, 0.9);
    pen.fold('M98 26C88 34 84 44 86 56', 7, 0.4);
  } else {
    const drop = 'M112 92C116 132 118 176 118 212Q140 218 164 212C164 176 162 130 156 88Z';
    const wrap = 'M62 46C78 37 98 33 120 33C142 33 162 37 178 46C188 66 182 90 162 99C138 108 102 108 78 99C58 90 52 66 62 46Z';
    pen.shadow(drop);
    fringe(pen, 121, 163, 211);
    pen.fill(drop, pen.round([114, 0, 164, 0]));
    bands(pen, drop, 186);
    pen.fold('M128 100C131 140 133 180 133 212', -9, 0.5);
    pen.sheen('M146 106C149 140 150 180 150 210', -8, 0.8);
    pen.fold('M114 96C130 108 150 106 160 98', -9, 0.8);
    pen.line(drop, pen.main.rim, 1.6);
    pen.fill(wrap, pen.round());
    pen.fold('M60 56C84 72 150 78 182 56', -11, 0.5);
    pen.fold('M60 78C88 94 150 98 178 78', -10, 0.5);
    pen.fold('M74 42C100 54 146 54 168 42', -8, 0.45);
    pen.fold('M150 60C160 74 162 88 158 100', 9, 0.45);
    pen.sheen('M72 64C92 80 140 86 168 70', 7, 0.9);
    pen.sheen('M80 88C100 98 130 100 150 96', 6, 0.7);
    pen.line(wrap, pen.main.rim, 1.6);
  }
}
