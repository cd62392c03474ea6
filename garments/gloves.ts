import { mirror, withMirror } from './path.ts';
import type { Pen } from './pen.ts';

const GLOVE =
  'M44 218C46 196 46 176 40 158C34 142 28 126 24 112C22 104 32 98 38 106C44 118 50 128 56 134C54 112 50 84 48 62C48 52 60 50 62 60C65 82 67 100 70 118C70 94 70 66 72 46C73 37 85 37 86 46C87 70 86 96 87 118C90 98 93 74 96 56C98 47 109 49 109 58C107 82 104 106 102 126C105 134 106 146 104 158C101 178 100 196 102 218Q73 226 44 218Z';

/** The glove turned over within its own half of the drawing. */
const THUMBS_INSIDE = mirror(GLOVE, 66.5);

/** A pair: the backs of the hands in front, with the thumbs inside; the palms behind. */
export function drawGloves(pen: Pen): void {
  pen.shadow(withMirror(pen.isFront ? THUMBS_INSIDE : GLOVE));
  pen.both(() => {
    if (pen.isFront) pen.mark('<g transform="matrix(-1 0 0 1 133 0)">');
    pen.fill(GLOVE, pen.round([40, 0, 108, 0], pen.isFront ? pen.main : pen.accent));
    if (pen.has('disposable')) {
      thin(pen);
      if (pen.isFront) pen.mark('</g>');
      return;
    }
    if (pen.has('dipped-palm') || pen.has('lined-gloves')) dipped(pen);
    else if (pen.isFront) backOfHand(pen);
    else palm(pen);
    pen.outline(GLOVE, pen.isFront ? pen.main : pen.accent);
    if (pen.has('lined-gloves')) {
      pen.piece('M42 184Q73 192 104 184L107 232Q73 242 39 232Z', pen.round([40, 0, 106, 0]), pen.main, 1.2);
      pen.ribs('M41 209Q73 218 106 209', 44);
      pen.line('M39.6 226Q73 235.6 106.6 226', pen.accent.edge, 3);
      if (pen.isFront) pen.mark('</g>');
      return;
    }
    pen.piece('M45.6 194Q73 201 101 194L102 218Q73 226 44 218Z', pen.round([44, 0, 102, 0]), pen.main, 1.2);
    pen.ribs('M45 206Q73 213.4 101.6 206', 22);
    if (pen.isFront && pen.has('dipped-palm')) pen.mark('</g>');
    else if (pen.isFront) {
      pen.piece('M60 186L103 184L103 196L60 198Q55 192 60 186Z', pen.accent.under, pen.accent, 1);
      pen.stitch('M61 188.4L101 186.6M61 195.6L101 193.8', pen.accent);
      pen.mark('</g>');
    }
  });
}

function backOfHand(pen: Pen): void {
  for (const d of ['M64 136L61 160', 'M79 132L79 160', 'M94 136L96 160']) {
    pen.seam(d);
    pen.fold(d, -5, 0.6);
  }
  pen.line('M52 98Q58 96 65 98M71 88Q79 86 87 88M93 92Q100 91 106 94', pen.main.seam, 0.9);
  pen.sheen('M56 146C56 160 56 172 58 184', -8, 0.8);
}

function palm(pen: Pen): void {
  const cloth = pen.accent;
  const pad = 'M58 134C70 126 96 126 102 138C104 160 100 176 96 184C84 192 66 190 56 182C50 168 52 146 58 134Z';
  pen.piece(pad, cloth.deep, cloth, 0.9);
  pen.clip(pad, () => {
    for (let y = 136; y < 190; y += 7)
      pen.line(`M57 ${y}L103 ${y}`, cloth.edge, 1.8, ' stroke-linecap="round" stroke-dasharray=".1 6"');
  });
  pen.line(
    'M54 90Q59 92 64 90M71 80Q79 82 86 80M95 84Q101 86 107 85M55 108Q61 110 67 108M71 100Q79 102 87 100M93 104Q99 106 105 104',
    cloth.seam,
    1,
  );
}

/** A coating over the fingertips, and over the whole palm behind; warm gloves are dipped as far as the knuckles. */
function dipped(pen: Pen): void {
  const cloth = pen.hasAccent ? pen.accent : { ...pen.main, base: '#3f4347', deep: '#2c2f32', edge: '#1b1d1f' };
  const reach = !pen.isFront ? 196 : pen.has('lined-gloves') ? 132 : 78;
  pen.clip(GLOVE, () => {
    pen.fill(`M10 20L120 20L120 ${reach - 4}Q70 ${reach + 8} 10 ${reach}Z`, cloth.base, 0.94);
    if (!pen.isFront || pen.has('lined-gloves')) pen.line(`M120 ${reach - 4}Q70 ${reach + 8} 10 ${reach}`, cloth.edge, 1);
    pen.sheen('M66 50C69 76 72 98 74 122', -6, 0.5);
  });
  if (!pen.isFront) return;
  for (const d of ['M64 140L61 166', 'M79 136L79 166', 'M94 140L96 166']) pen.seam(d);
  if (!pen.has('lined-gloves')) pen.ribs('M52 160Q74 168 102 160', 50, pen.main, 0.28);
}

/** A smooth glove for single use, with a rolled edge. */
function thin(pen: Pen): void {
  pen.sheen('M56 136C54 160 54 184 56 206', -9, 1);
  pen.sheen('M66 56C69 80 72 100 73 120', -5, 1);
  pen.fold('M60 140C68 150 82 152 96 146', -6, 0.4);
  pen.fold('M50 186C66 194 84 194 100 186', -6, 0.35);
  if (!pen.isFront) pen.line('M51 66L60 64M75 50L84 50M98 60L107 61', pen.main.seam, 1.1);
  pen.outline(GLOVE);
  pen.line('M44 217Q73 226 102 217', pen.main.edge, 4.4);
  pen.line('M44 217Q73 226 102 217', pen.main.light, 2.2);
}
