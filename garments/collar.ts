import type { ClothColours } from './cloth-colours.ts';
import type { Pen } from './pen.ts';

/** A stand-up collar as outerwear has it, from either side; the front shows its lining. */
export function drawStandCollar(pen: Pen, cloth: ClothColours = pen.main): void {
  if (pen.isFront) {
    pen.fill('M100 14C106 9 134 9 140 14C133 20 107 20 100 14Z', cloth.inside);
    pen.line('M100 14C106 9 134 9 140 14', cloth.edge, 1.4);
  }
  const top = pen.isFront ? 'C107 20.5 133 20.5 140 14' : 'C107 10 133 10 140 14';
  pen.piece(
    `M95 34C93 26 95 18 100 14${top}C145 18 147 26 145 34C137 41 129 43.5 120 43.5C111 43.5 103 41 95 34Z`,
    pen.round(undefined, cloth),
    cloth,
    1.4,
  );
  pen.stitch(pen.isFront ? 'M98.5 17.5C107 23.5 133 23.5 141.5 17.5' : 'M98.5 17C107 13 133 13 141.5 17', cloth);
}

/** A slanted pocket closed by a zip, on the left half. */
export function drawZipPocket(pen: Pen, x: number, y: number, lean = 12, drop = 38, zip: ClothColours = pen.main): void {
  const line = `M${x} ${y}L${x - lean} ${y + drop}`;
  pen.fold(line, -7, 0.4);
  pen.cord(line, 1.8, zip, zip.inside);
  pen.stitch(`M${x + 4} ${y - 1}L${x - lean + 4} ${y + drop + 2}L${x - lean - 4} ${y + drop}`);
}
