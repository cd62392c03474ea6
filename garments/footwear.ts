import { drawBootBehind, drawLacedBoot, drawRiggerBoot, drawWellington } from './boots.ts';
import type { Pen } from './pen.ts';
import { drawClog, drawCourtShoe, drawLaceUp, drawShoeBehind, drawTrainer } from './shoes.ts';

/** A shoe from its side, or the pair from behind, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShoe(pen: Pen): void {
  if (!pen.isFront) drawShoeBehind(pen);
  else if (pen.has('court-shoe')) drawCourtShoe(pen);
  else if (pen.has('clog')) drawClog(pen);
  else if (pen.has('trainer')) drawTrainer(pen);
  else drawLaceUp(pen);
}

/** A boot from its side, or the pair from behind, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBoot(pen: Pen): void {
  if (!pen.isFront) drawBootBehind(pen);
  else if (pen.has('rigger-boot')) drawRiggerBoot(pen);
  else if (pen.has('wellington')) drawWellington(pen);
  else drawLacedBoot(pen);
}
