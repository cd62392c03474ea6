import { mirror, pair } from './path.ts'
import type { Pen } from './pen.ts'

const GLOVE = 'M44 218C46 196 46 176 40 158C34 142 28 126 24 112C22 104 32 98 38 106C44 118 50 128 56 134C54 112 50 84 48 62C48 52 60 50 62 60C65 82 67 100 70 118C70 94 70 66 72 46C73 37 85 37 86 46C87 70 86 96 87 118C90 98 93 74 96 56C98 47 109 49 109 58C107 82 104 106 102 126C105 134 106 146 104 158C101 178 100 196 102 218Q73 226 44 218Z'

/** The glove turned over within its own half of the drawing. */
const THUMBS_INSIDE = mirror(GLOVE, 66.5)

/** A pair: the backs of the hands in front, with the thumbs inside; the palms behind. */
export function drawGloves(pen: Pen): void {
  pen.shadow(pair(pen.isFront ? THUMBS_INSIDE : GLOVE))
  pen.both(() => {
    if (pen.isFront) pen.mark('<g transform="matrix(-1 0 0 1 133 0)">')
    pen.fill(GLOVE, pen.round([40, 0, 108, 0], pen.isFront ? pen.main : pen.accent))
    if (pen.isFront) backOfHand(pen)
    else palm(pen)
    pen.outline(GLOVE, pen.isFront ? pen.main : pen.accent)
    pen.piece('M45.6 194Q73 201 101 194L102 218Q73 226 44 218Z', pen.round([44, 0, 102, 0]), pen.main, 1.2)
    pen.ribs('M45 206Q73 213.4 101.6 206', 22)
    if (pen.isFront) {
      pen.piece('M60 186L103 184L103 196L60 198Q55 192 60 186Z', pen.accent.under, pen.accent, 1)
      pen.stitch('M61 188.4L101 186.6M61 195.6L101 193.8', pen.accent)
      pen.mark('</g>')
    }
  })
}

function backOfHand(pen: Pen): void {
  for (const d of ['M64 136L61 160', 'M79 132L79 160', 'M94 136L96 160']) {
    pen.seam(d)
    pen.fold(d, -5, 0.6)
  }
  pen.line('M52 98Q58 96 65 98M71 88Q79 86 87 88M93 92Q100 91 106 94', pen.main.seam, 0.9)
  pen.sheen('M56 146C56 160 56 172 58 184', -8, 0.8)
}

function palm(pen: Pen): void {
  const cloth = pen.accent
  const pad = 'M58 134C70 126 96 126 102 138C104 160 100 176 96 184C84 192 66 190 56 182C50 168 52 146 58 134Z'
  pen.piece(pad, cloth.deep, cloth, 0.9)
  pen.clip(pad, () => {
    for (let y = 136; y < 190; y += 7) pen.line(`M57 ${y}L103 ${y}`, cloth.edge, 1.8, ' stroke-linecap="round" stroke-dasharray=".1 6"')
  })
  pen.line('M54 90Q59 92 64 90M71 80Q79 82 86 80M95 84Q101 86 107 85M55 108Q61 110 67 108M71 100Q79 102 87 100M93 104Q99 106 105 104', cloth.seam, 1)
}

const SOCK = 'M132 22L184 22C184 70 182 116 186 150C190 170 180 186 164 192C136 202 112 214 88 226C68 234 50 226 48 210C47 198 58 190 72 184C96 174 122 164 130 148C136 116 133 70 132 22Z'
const SOCK_BEHIND = 'M92 30L142 22C142 70 140 116 144 148C146 166 138 178 124 184C98 194 78 204 56 214C36 222 20 212 20 198C20 187 30 181 42 176C66 166 88 156 94 142C98 112 94 74 92 30Z'

export function drawSocks(pen: Pen): void {
  const trim = pen.accent
  if (pen.isFront) {
    pen.shadow(SOCK)
    pen.piece(SOCK_BEHIND, pen.turn([92, 0, 146, 0], pen.main.base, pen.main.deep), pen.main, 1.5)
    pen.fill(SOCK, pen.turn([120, 0, 190, 0], pen.main.light, pen.main.deep))
    pen.clip(SOCK, () => {
      pen.fill('M192 132C168 140 152 160 160 200L200 200Z', trim.under)
      pen.fill('M96 172C84 184 84 208 100 222L40 240L40 180Z', trim.under)
      pen.fill('M120 10L200 10L200 58L120 58Z', pen.round([130, 0, 186, 0], trim))
    })
    pen.seam('M185 136C166 144 154 164 161 193M92 175C82 186 84 206 98 221', trim)
    pen.ribs('M132.5 40L184 40', 34, trim, 0.6)
    pen.seam('M132.6 58L184 58', trim)
    pen.sheen('M146 66C148 100 146 130 142 150', -9, 0.8)
    pen.fold('M132 152C142 160 152 162 164 160', -7, 0.5)
    pen.fold('M128 158C134 170 140 176 150 180', -7, 0.4)
    pen.outline(SOCK)
  } else {
    const back = 'M66 22L112 22C114 70 113 118 112 156C112 184 112 206 106 222Q88 236 72 222C66 206 66 184 66 156C65 118 64 70 66 22Z'
    pen.shadow(back + mirror(back))
    pen.both(() => {
      pen.fill(back, pen.round([64, 0, 114, 0]))
      pen.clip(back, () => {
        pen.fill('M60 10L118 10L118 58L60 58Z', pen.round([64, 0, 114, 0], trim))
        pen.fill('M60 176Q89 150 118 176L118 240L60 240Z', trim.under)
      })
      pen.seam('M66 172Q89 152 112 172M69 209Q89 220 109 209', trim)
      pen.ribs('M66 40L112.6 40', 34, trim, 0.6)
      pen.seam('M65.6 58L112.6 58', trim)
      pen.sheen('M80 70C80 100 80 130 82 150', -8, 0.7)
      pen.fold('M70 156C80 162 98 162 108 156', -6, 0.5)
      pen.outline(back)
    })
  }
}

/** A rolled belt; from behind its lining, the keeper and the tip show instead of the buckle. */
export function drawBelt(pen: Pen): void {
  const band = 'M30 104C30 132 70 152 120 152C170 152 210 132 210 104L210 142C210 170 170 190 120 190C70 190 30 170 30 142Z'
  pen.frame(1, 0, 4)
  pen.shadow(band)
  // Only the far wall: through the ring one sees what the belt lies on.
  pen.piece('M30 104C30 78 70 60 120 60C170 60 210 78 210 104L206 128C196 110 162 98 120 98C78 98 44 110 34 128Z', pen.turn([0, 60, 0, 112], pen.main.inside, pen.main.deep), pen.main, 1.2)
  pen.line('M40 114C50 96 82 86 120 86C158 86 190 96 200 114', pen.main.seam, 0.8, ' stroke-dasharray="2.4 1.6"')
  pen.fill(band, pen.round())
  pen.sheen('M52 148C66 160 88 167 112 168', 12, 0.9)
  pen.outline(band)
  pen.stitch('M32 111C38 137 74 156 120 156C166 156 202 137 208 111M31.6 140C36 166 74 185.6 120 185.6C166 185.6 204 166 208.4 140')
  if (pen.isFront) {
    pen.piece('M162 146C168 145 172 143.4 176 141.6L176 180C172 181.8 168 183.4 162 184.8Z', pen.main.under, pen.main, 1.2)
    pen.mark('<path d="M90 146L142 148L142 195L90 193Z" stroke="#868d92" stroke-width="8"/><path d="M90 146L142 148L142 195L90 193Z" stroke="#d5d9dc" stroke-width="5.4"/><path d="M93 169L142 171" stroke="#868d92" stroke-width="5"/><path d="M93 169L142 171" stroke="#eceff1" stroke-width="3"/>')
    holes(pen, [[186, 157], [196, 149]])
  } else {
    pen.piece('M62 142.6C58 141 54 139 51 136.6L50 173C54 176 58 178 62 180Z', pen.main.under, pen.main, 1.2)
    holes(pen, [[104, 171], [120, 171.4], [136, 170.6], [152, 168.4], [168, 164]])
  }
}

function holes(pen: Pen, places: readonly (readonly [number, number])[]): void {
  for (const [x, y] of places) {
    pen.mark(`<ellipse cx="${x}" cy="${y}" rx="1.8" ry="2.2" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width=".8"/>`)
  }
}

const PACK = 'M62 84C62 54 84 38 120 38C156 38 178 54 178 84L184 214Q184 232 166 232L74 232Q56 232 56 214Z'

/** A rucksack: pockets in front, straps and padding behind. */
export function drawBag(pen: Pen): void {
  const trim = pen.accent
  pen.cord('M106 40C106 22 134 22 134 40', 5.4, trim)
  pen.shadow(PACK)
  pen.fill(PACK, pen.round())
  if (pen.isFront) {
    pen.piece('M58 172C48 176 46 190 48 222L58 226Z', pen.main.deep, pen.main, 1.2)
    pen.piece('M182 172C192 176 194 190 192 222L182 226Z', pen.main.deep, pen.main, 1.2)
    pen.outline(PACK)
    pen.line('M66 128C66 74 84 58 120 58C156 58 174 74 174 128', pen.main.edge, 4)
    pen.line('M66 128C66 74 84 58 120 58C156 58 174 74 174 128', pen.main.inside, 2.2)
    pen.puller(82, 77)
    pen.sheen('M84 96C80 106 78 118 78 130', -12, 0.8)
    pen.fold('M78 146C76 180 76 204 82 222L158 222', -5, 0.4)
    pen.piece('M76 146Q120 138 164 146L166 206Q166 220 152 220L88 220Q74 220 74 206Z', pen.round(undefined, trim), trim, 1.3)
    pen.line('M80 160Q120 153 160 160', trim.edge, 3.6)
    pen.line('M80 160Q120 153 160 160', trim.inside, 2)
    pen.puller(150, 159, trim)
    pen.stitch('M78 150Q120 142.4 162 150M78.6 168L77.6 206Q78 216.6 88 216.6L152 216.6Q162 216.6 162.4 206L161.4 168', trim)
    pen.sheen('M92 172C90 186 90 200 92 212', -12, 0.6, trim)
    pen.piece('M104 92L136 92L136 112L104 112Z', trim.under, trim, 1)
    pen.stitch('M106.4 94.4L133.6 94.4L133.6 109.6L106.4 109.6Z', trim)
  } else {
    pen.outline(PACK)
    pen.piece('M78 92Q120 82 162 92L166 212Q120 222 74 212Z', pen.main.under, pen.main, 1.1)
    pen.fold('M120 92C116 130 116 170 120 212', 8, 0.5)
    pen.seam('M120 88L120 216')
    for (const y of [116, 142, 168, 194]) pen.fold(`M80 ${y}Q120 ${y + 7} 160 ${y}`, 7, 0.45)
    pen.both(() => {
      pen.fold('M98 72C88 110 80 150 68 186', -9, 0.5)
      pen.line('M66 184C62 198 60 208 58 220', pen.main.edge, 5.6)
      pen.line('M66 184C62 198 60 208 58 220', trim.deep, 3.4)
      pen.piece('M90 58C96 52 106 54 108 62C102 102 88 148 74 188Q66 190 60 184C70 142 80 96 90 58Z', pen.turn([70, 120, 96, 128], trim.base, trim.under), trim, 1.3)
      pen.stitch('M92.6 62C83 98 73 142 64 181.6M104.6 63C99 102 86 146 72 184.6', trim)
      pen.mark('<path d="M58 186L76 191L75 197L57 192Z" fill="#5b5e61" stroke="#2c2e30" stroke-width=".8"/>')
    })
    pen.piece('M88 56Q120 48 152 56L150 66Q120 59 90 66Z', trim.under, trim, 1.1)
  }
}
