import { withMirror } from './path.ts';
import type { Pen } from './pen.ts';

const SOCK =
  'M132 22L184 22C184 70 182 116 186 150C190 170 180 186 164 192C136 202 112 214 88 226C68 234 50 226 48 210C47 198 58 190 72 184C96 174 122 164 130 148C136 116 133 70 132 22Z';
const SOCK_BEHIND =
  'M92 30L142 22C142 70 140 116 144 148C146 166 138 178 124 184C98 194 78 204 56 214C36 222 20 212 20 198C20 187 30 181 42 176C66 166 88 156 94 142C98 112 94 74 92 30Z';

/** Loop knit under the foot, and bands that hold the arch and the calf. */
function cushion(pen: Pen, sock: string): void {
  pen.clip(sock, () => {
    pen.fill('M40 226C80 240 140 214 186 176L196 200L120 250L30 250Z', pen.accent.deep);
    for (let x = 44; x < 190; x += 6) pen.line(`M${x} ${226 - (x - 44) * 0.16}l4 -12`, pen.accent.seam, 1.1);
    pen.ribs('M100 176C112 186 118 200 120 214', 22, pen.main, 0.6);
    pen.fill('M120 72L200 72L200 80L120 80Z', pen.accent.under);
    pen.fill('M120 86L200 86L200 90L120 90Z', pen.accent.under);
  });
}

/** A pair of socks. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawSocks(pen: Pen): void {
  const trim = pen.accent;
  if (pen.isFront) {
    pen.shadow(SOCK);
    pen.piece(SOCK_BEHIND, pen.turn([92, 0, 146, 0], pen.main.base, pen.main.deep), pen.main, 1.5);
    pen.fill(SOCK, pen.turn([120, 0, 190, 0], pen.main.light, pen.main.deep));
    pen.clip(SOCK, () => {
      pen.fill('M192 132C168 140 152 160 160 200L200 200Z', trim.under);
      pen.fill('M96 172C84 184 84 208 100 222L40 240L40 180Z', trim.under);
      pen.fill('M120 10L200 10L200 58L120 58Z', pen.round([130, 0, 186, 0], trim));
    });
    if (pen.has('cushioned')) cushion(pen, SOCK);
    pen.seam('M185 136C166 144 154 164 161 193M92 175C82 186 84 206 98 221', trim);
    pen.ribs('M132.5 40L184 40', 34, trim, 0.6);
    pen.seam('M132.6 58L184 58', trim);
    pen.sheen('M146 66C148 100 146 130 142 150', -9, 0.8);
    pen.fold('M132 152C142 160 152 162 164 160', -7, 0.5);
    pen.fold('M128 158C134 170 140 176 150 180', -7, 0.4);
    pen.outline(SOCK);
  } else {
    const back =
      'M66 22L112 22C114 70 113 118 112 156C112 184 112 206 106 222Q88 236 72 222C66 206 66 184 66 156C65 118 64 70 66 22Z';
    pen.shadow(withMirror(back));
    pen.both(() => {
      pen.fill(back, pen.round([64, 0, 114, 0]));
      pen.clip(back, () => {
        pen.fill('M60 10L118 10L118 58L60 58Z', pen.round([64, 0, 114, 0], trim));
        pen.fill('M60 176Q89 150 118 176L118 240L60 240Z', trim.under);
      });
      if (pen.has('cushioned')) pen.clip(back, () => pen.ribs('M60 196Q89 206 118 196', 44, trim, 0.5));
      pen.seam('M66 172Q89 152 112 172M69 209Q89 220 109 209', trim);
      pen.ribs('M66 40L112.6 40', 34, trim, 0.6);
      pen.seam('M65.6 58L112.6 58', trim);
      pen.sheen('M80 70C80 100 80 130 82 150', -8, 0.7);
      pen.fold('M70 156C80 162 98 162 108 156', -6, 0.5);
      pen.outline(back);
    });
  }
}
