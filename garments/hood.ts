import type { Pen } from './pen.ts';

/** A hood seen from the front, open, with the two ends of its collar; its lining in the second colour. */
export function drawHoodFront(pen: Pen, hasPeak = false): void {
  const lining = pen.accent;
  pen.piece('M84 50C74 26 90 8 120 8C150 8 166 26 156 50C148 60 134 66 120 67C106 66 92 60 84 50Z', pen.round(), pen.main, 1.5);
  pen.piece(
    'M95 50C88 30 100 18 120 18C140 18 152 30 145 50C139 57 130 61 120 62C110 61 101 57 95 50Z',
    pen.turn([120, 18, 120, 62], lining.inside, lining.deep),
    lining,
    1.1,
  );
  pen.stitch('M91 50C83 28 97 13.5 120 13.5C143 13.5 157 28 149 50');
  if (hasPeak) {
    pen.piece('M96 26C102 15 138 15 144 26Q120 17 96 26Z', pen.main.under, pen.main, 1.2);
    pen.stitch('M100 22.4Q120 14.6 140 22.4');
  }
  pen.both(() => {
    pen.piece(
      'M92 51C98 58 108 62 118 63L118 76C104 73 94 66 89 58Z',
      pen.turn([92, 52, 118, 72], pen.main.base, pen.main.under),
      pen.main,
      1.2,
    );
  });
}

/** The same hood from behind, lying on the shoulders. */
export function drawHoodBehind(pen: Pen): void {
  pen.fill('M86 54C84 84 106 105 120 109C134 105 156 84 154 54Z', pen.main.shadow, 0.2);
  pen.piece('M86 48C78 24 94 8 120 8C146 8 162 24 154 48C154 74 138 94 120 102C102 94 86 74 86 48Z', pen.round(), pen.main, 1.5);
  pen.seam('M108 9C104 38 106 72 116 100M132 9C136 38 134 72 124 100');
  pen.stitch('M105.4 10C101.4 38 103.4 70 112 98M134.6 10C138.6 38 136.6 70 128 98');
  pen.fold('M92 50C96 70 104 84 114 94', -8, 0.4);
}
