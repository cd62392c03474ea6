import type { Pen } from './pen.ts';

/** The collar that the features of a shirt or blouse ask for, seen from the front; pointed and buttoned to the top otherwise. */
export function drawShirtCollar(pen: Pen): void {
  if (pen.has('band-collar')) drawBand(pen);
  else if (pen.has('camp-collar')) drawCampCollar(pen);
  else drawTurnedCollar(pen);
}

function neckOpening(pen: Pen): void {
  pen.fill('M100 25C107 18 133 18 140 25C137 36 129 43 120 47C111 43 103 36 100 25Z', pen.main.inside);
  pen.line('M102.5 28C110 33.5 130 33.5 137.5 28', pen.main.seam, 0.9);
}

/** A pointed collar on its stand. A cutaway has its points beside the neck, a button-down has them fastened. */
function drawTurnedCollar(pen: Pen): void {
  const cloth = pen.accent;
  const isCutaway = pen.has('cutaway');
  neckOpening(pen);
  pen.piece('M104 42L120 47L136 42L134 55Q120 62 106 55Z', cloth.under, cloth, 1);
  pen.both(() => {
    const [x, y] = isCutaway ? [86.5, 60] : [101.5, 65.5];
    pen.fill(`M${isCutaway ? 87 : 89} 40L${x + 0.5} ${y + 2.5}L121 50L120 46Z`, pen.main.shadow, 0.2);
    pen.piece(
      `M100 24C95 27 91 32 ${isCutaway ? 88 : 89} 38.5L${x} ${y}L119.5 47C110 43.5 103 36 100 24Z`,
      pen.turn([92, 30, 112, 60], cloth.base, cloth.under),
      cloth,
    );
    pen.stitch(isCutaway ? 'M90.4 39.5L89.4 56L115.5 46.6' : 'M91.5 38.5L102 61.5L116.5 47', cloth);
    if (pen.has('button-down')) pen.button(101, 60, 2, cloth);
  });
  pen.button(120, 54, 2.4);
}

function drawBand(pen: Pen): void {
  const cloth = pen.accent;
  neckOpening(pen);
  pen.both(() =>
    pen.piece(
      'M100 24C97 26 95.4 29 95 32.5C100 45 109 53 120 57L120 47C111 43 103 36 100 24Z',
      pen.turn([96, 28, 120, 52], cloth.base, cloth.under),
      cloth,
    ),
  );
  pen.both(() => pen.stitch('M97.4 32C102 43 110 50.6 120 54.4', cloth));
  pen.button(120, 51.4, 2.2, cloth);
}

/** An open collar that lies flat, with its lapels in one with the front. */
function drawCampCollar(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M101 26C108 20 132 20 139 26C137 48 129 66 120 80C111 66 103 48 101 26Z', pen.main.inside);
  pen.line('M103 30C110 35 130 35 137 30', pen.main.seam, 0.9);
  pen.both(() => {
    pen.fill('M87 44L90 70L103 68L102 80L121 86L120 78Z', pen.main.shadow, 0.2);
    pen.piece(
      'M100.5 54L97 66L105 79L120 81C114 72 109 62 106 50Z',
      pen.turn([98, 56, 116, 78], cloth.base, cloth.under),
      cloth,
      1.1,
    );
    pen.piece(
      'M101 24.6C95 28 90 33 88 40L90.4 66L105.6 56.5C103 47 101.4 36 101 24.6Z',
      pen.turn([90, 34, 108, 60], cloth.base, cloth.under),
      cloth,
      1.2,
    );
    pen.stitch('M90.6 41L92.6 61.6L102.6 55.4', cloth);
  });
}

/** The same collars from behind. */
export function drawShirtCollarBehind(pen: Pen): void {
  const cloth = pen.accent;
  if (pen.has('band-collar')) {
    pen.piece(
      'M99 25C106 20 134 20 141 25C143.6 27 145 29.6 145.4 32.6C134 39.6 106 39.6 94.6 32.6C95 29.6 96.4 27 99 25Z',
      pen.round(undefined, cloth),
      cloth,
    );
    pen.stitch('M96.6 31.4C107 37 133 37 143.4 31.4', cloth);
    return;
  }
  pen.fill('M87 42C100 52 140 52 153 42Z', pen.main.shadow, 0.22);
  pen.piece(
    'M99 25C106 20 134 20 141 25C147 29 151 34 153 41C140 49 100 49 87 41C89 34 93 29 99 25Z',
    pen.round(undefined, cloth),
    cloth,
  );
  pen.stitch('M90 40C102 46 138 46 150 40', cloth);
}
