import { mirror } from './path.ts'
import type { Pen } from './pen.ts'

const GLOVE = 'M44 218C46 196 46 176 40 158C34 142 28 126 24 112C22 104 32 98 38 106C44 118 50 128 56 134C54 112 50 84 48 62C48 52 60 50 62 60C65 82 67 100 70 118C70 94 70 66 72 46C73 37 85 37 86 46C87 70 86 96 87 118C90 98 93 74 96 56C98 47 109 49 109 58C107 82 104 106 102 126C105 134 106 146 104 158C101 178 100 196 102 218Q73 226 44 218Z'

/** A pair, backs of the hands in front, palms behind. */
export function drawGloves(pen: Pen): void {
  const palm = pen.accent
  pen.shadow(GLOVE + mirror(GLOVE))
  pen.both(() => {
    pen.fill(GLOVE, pen.round([40, 0, 108, 0], pen.isFront ? pen.main : palm))
    if (pen.isFront) {
      for (const d of ['M64 136L61 160', 'M79 132L79 160', 'M94 136L96 160']) {
        pen.seam(d)
        pen.fold(d, -5, 0.6)
      }
      pen.line('M52 98Q58 96 65 98M71 88Q79 86 87 88M93 92Q100 91 106 94', pen.main.seam, 0.9)
      pen.sheen('M56 146C56 160 56 172 58 184', -8, 0.8)
    } else {
      pen.clip(GLOVE, () => {
        pen.fill('M58 134C70 126 96 126 102 138C104 160 100 176 96 184C84 192 66 190 56 182C50 168 52 146 58 134Z', palm.deep)
        for (let y = 134; y < 190; y += 8) pen.line(`M58 ${y}L100 ${y}`, palm.seam, 1.6, ' stroke-dasharray="0.1 5"')
      })
      pen.fold('M44 140C52 152 60 166 60 184', -7, 0.5, palm)
      pen.line('M54 90Q59 92 64 90M71 80Q79 82 86 80M95 84Q101 86 107 85M55 108Q61 110 67 108M71 100Q79 102 87 100M93 104Q99 106 105 104', palm.seam, 1)
    }
    pen.outline(GLOVE, pen.isFront ? pen.main : palm)
    pen.piece('M45.6 194Q73 201 101 194L102 218Q73 226 44 218Z', pen.round([44, 0, 102, 0]), pen.main, 1.2)
    pen.ribs('M45 206Q73 213.4 101.6 206', 22)
    if (pen.isFront) {
      pen.piece('M60 186L104 184L104 196L60 198Q55 192 60 186Z', palm.under, palm, 1)
      pen.stitch('M61 188.4L102 186.6M61 195.6L102 193.8', palm)
    }
  })
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
      pen.seam('M66 172Q89 152 112 172M67 208Q89 220 110 208', trim)
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
  const rim = 'M34 112C34 82 72 62 120 62C168 62 206 82 206 112L206 158C206 188 168 208 120 208C72 208 34 188 34 158Z'
  pen.shadow(rim)
  pen.fill('M34 112C34 82 72 62 120 62C168 62 206 82 206 112C206 142 168 162 120 162C72 162 34 142 34 112Z', pen.turn([0, 62, 0, 162], pen.main.inside, pen.main.deep))
  pen.line('M34 112C34 82 72 62 120 62C168 62 206 82 206 112', pen.main.edge, 1.6)
  pen.piece('M56 118C60 96 88 84 122 84C156 84 184 98 184 118L184 140C172 128 150 118 122 118C94 118 66 126 56 140Z', pen.main.inside, pen.main, 1.2)
  pen.stitch('M59 120C64 100 90 88 122 88C154 88 180 101 181 120')
  const band = 'M34 112C34 142 72 162 120 162C168 162 206 142 206 112L206 158C206 188 168 208 120 208C72 208 34 188 34 158Z'
  pen.fill(band, pen.round())
  pen.sheen('M60 156C72 166 92 172 112 173', 16, 0.9)
  pen.outline(band)
  pen.stitch('M36.6 121C42 147 76 166 120 166C164 166 198 147 203.4 121M36 156C38 184 74 203.6 120 203.6C166 203.6 202 184 204 156')
  if (pen.isFront) {
    pen.piece('M158 155C164 154 168 152 172 150.6L172 197.6C168 199.4 163 201.4 158 202.6Z', pen.main.under, pen.main, 1.2)
    pen.mark('<path d="M84 154L140 158L140 213L84 209Z" stroke="#868d92" stroke-width="8"/><path d="M84 154L140 158L140 213L84 209Z" stroke="#d5d9dc" stroke-width="5.4"/><path d="M88 182L140 186" stroke="#868d92" stroke-width="5"/><path d="M88 182L140 186" stroke="#eceff1" stroke-width="3"/>')
    for (const [x, y] of [[184, 172], [194, 164]]) pen.mark(`<ellipse cx="${x}" cy="${y}" rx="1.7" ry="2.2" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width=".8"/>`)
  } else {
    pen.piece('M60 150C52 146 46 140 42 134C40 148 42 164 46 178C52 186 62 192 72 196C66 182 62 166 60 150Z', pen.main.under, pen.main, 1.2)
    for (const [x, y] of [[112, 185], [128, 185], [144, 183.6], [160, 180], [176, 174]]) pen.mark(`<ellipse cx="${x}" cy="${y}" rx="1.8" ry="2.2" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width=".8"/>`)
  }
}

const PACK = 'M62 84C62 54 84 38 120 38C156 38 178 54 178 84L184 214Q184 232 166 232L74 232Q56 232 56 214Z'

/** A rucksack: pockets in front, straps and padding behind. */
export function drawBag(pen: Pen): void {
  const trim = pen.accent
  pen.line('M106 40C106 22 134 22 134 40', pen.main.edge, 8)
  pen.line('M106 40C106 22 134 22 134 40', trim.base, 5.4)
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
