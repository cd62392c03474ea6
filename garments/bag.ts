import type { Pen } from './pen.ts';

const PACK = 'M62 84C62 54 84 38 120 38C156 38 178 54 178 84L184 214Q184 232 166 232L74 232Q56 232 56 214Z';

/** A rucksack: pockets in front, straps and padding behind. */
export function drawBag(pen: Pen): void {
  const trim = pen.accent;
  pen.cord('M106 40C106 22 134 22 134 40', 5.4, trim);
  pen.shadow(PACK);
  pen.fill(PACK, pen.round());
  if (pen.isFront) {
    pen.piece('M58 172C48 176 46 190 48 222L58 226Z', pen.main.deep, pen.main, 1.2);
    pen.piece('M182 172C192 176 194 190 192 222L182 226Z', pen.main.deep, pen.main, 1.2);
    pen.outline(PACK);
    pen.line('M66 128C66 74 84 58 120 58C156 58 174 74 174 128', pen.main.edge, 4);
    pen.line('M66 128C66 74 84 58 120 58C156 58 174 74 174 128', pen.main.inside, 2.2);
    pen.puller(82, 77);
    pen.sheen('M84 96C80 106 78 118 78 130', -12, 0.8);
    pen.fold('M78 146C76 180 76 204 82 222L158 222', -5, 0.4);
    pen.piece('M76 146Q120 138 164 146L166 206Q166 220 152 220L88 220Q74 220 74 206Z', pen.round(undefined, trim), trim, 1.3);
    pen.line('M80 160Q120 153 160 160', trim.edge, 3.6);
    pen.line('M80 160Q120 153 160 160', trim.inside, 2);
    pen.puller(150, 159, trim);
    pen.stitch('M78 150Q120 142.4 162 150M78.6 168L77.6 206Q78 216.6 88 216.6L152 216.6Q162 216.6 162.4 206L161.4 168', trim);
    pen.sheen('M92 172C90 186 90 200 92 212', -12, 0.6, trim);
    pen.piece('M104 92L136 92L136 112L104 112Z', trim.under, trim, 1);
    pen.stitch('M106.4 94.4L133.6 94.4L133.6 109.6L106.4 109.6Z', trim);
  } else {
    pen.outline(PACK);
    pen.piece('M78 92Q120 82 162 92L166 212Q120 222 74 212Z', pen.main.under, pen.main, 1.1);
    pen.fold('M120 92C116 130 116 170 120 212', 8, 0.5);
    pen.seam('M120 88L120 216');
    for (const y of [116, 142, 168, 194]) pen.fold(`M80 ${y}Q120 ${y + 7} 160 ${y}`, 7, 0.45);
    pen.both(() => {
      pen.fold('M98 72C88 110 80 150 68 186', -9, 0.5);
      pen.line('M66 184C62 198 60 208 58 220', pen.main.edge, 5.6);
      pen.line('M66 184C62 198 60 208 58 220', trim.deep, 3.4);
      pen.piece(
        'M90 58C96 52 106 54 108 62C102 102 88 148 74 188Q66 190 60 184C70 142 80 96 90 58Z',
        pen.turn([70, 120, 96, 128], trim.base, trim.under),
        trim,
        1.3,
      );
      pen.stitch('M92.6 62C83 98 73 142 64 181.6M104.6 63C99 102 86 146 72 184.6', trim);
      pen.mark('<path d="M58 186L76 191L75 197L57 192Z" fill="#5b5e61" stroke="#2c2e30" stroke-width=".8"/>');
    });
    pen.piece('M88 56Q120 48 152 56L150 66Q120 59 90 66Z', trim.under, trim, 1.1);
  }
}
