import type { Pen } from './pen.ts'

const CROWN = 'M56 146C48 98 72 56 120 54C168 56 192 98 184 146C164 158 76 158 56 146Z'
const PEAK = 'M53 144C62 124 178 124 187 144C202 158 210 178 206 200C178 176 62 176 34 200C30 178 38 158 53 144Z'

export function drawCap(pen: Pen): void {
  if (pen.isFront) front(pen)
  else back(pen)
}

function crown(pen: Pen): void {
  pen.fill(CROWN, pen.round())
  pen.both(() => {
    pen.seam('M116 55C94 66 82 100 80 140')
    pen.stitch('M113 55C91 66 79 100 77 139M118 57C97 68 85 102 83 139')
    pen.fold('M66 84C60 104 60 126 64 140', -9, 0.4)
    pen.mark(`<ellipse cx="98" cy="88" rx="2.6" ry="3" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width="1"/>`)
  })
  pen.sheen('M92 76C82 96 80 116 82 130', -12, 0.7)
}

function topButton(pen: Pen): void {
  pen.mark(`<ellipse cx="120" cy="53.6" rx="7" ry="4" fill="${pen.accent.base}" stroke="${pen.accent.edge}" stroke-width="1.3"/>`)
}

function front(pen: Pen): void {
  pen.shadow('M56 146C48 98 72 56 120 54C168 56 192 98 184 146C200 158 210 178 206 200C178 176 62 176 34 200C30 178 40 158 56 146Z')
  crown(pen)
  pen.seam('M120 56C121 84 121 108 120 130')
  pen.stitch('M117.4 57C118.4 84 118.4 108 117.4 130M122.6 57C123.6 84 123.6 108 122.6 130')
  pen.outline(CROWN)
  pen.fold('M60 138C80 122 160 122 180 138', 10, 0.5)
  const peak = pen.accent
  pen.piece(PEAK, pen.turn([0, 128, 0, 196], peak.light, peak.deep), peak, 1.6)
  pen.fill('M34 200C62 176 178 176 206 200C204 203 202 205 199 206C172 183 68 183 41 206C38 205 36 203 34 200Z', peak.inside)
  pen.outline('M34 200C62 176 178 176 206 200C204 203 202 205 199 206C172 183 68 183 41 206C38 205 36 203 34 200Z', peak)
  for (const [x, y, dip] of [[57, 150, 130], [52, 160, 141], [46, 172, 152], [40, 185, 163]]) {
    pen.stitch(`M${x} ${y}C${Number(x) + 22} ${dip} ${218 - Number(x)} ${dip} ${240 - Number(x)} ${y}`, peak)
  }
  pen.sheen('M66 168C84 154 104 150 120 150', 8, 0.8, peak)
  topButton(pen)
}

function back(pen: Pen): void {
  pen.shadow(CROWN)
  pen.fill('M50 140C60 158 180 158 190 140C196 150 198 158 196 166C170 178 70 178 44 166C42 158 44 150 50 140Z', pen.accent.deep)
  pen.outline('M50 140C60 158 180 158 190 140C196 150 198 158 196 166C170 178 70 178 44 166C42 158 44 150 50 140Z', pen.accent)
  crown(pen)
  pen.seam('M120 56C120 74 120 90 120 104')
  pen.outline(CROWN)
  pen.piece('M90 154C90 118 102 106 120 106C138 106 150 118 150 154Q120 156.5 90 154Z', pen.turn([0, 106, 0, 156], pen.main.inside, pen.main.deep), pen.main, 1.2)
  pen.stitch('M87 153C87 114 100 102.6 120 102.6C140 102.6 153 114 153 153')
  pen.line('M97 130C106 126 134 126 143 130', pen.main.seam, 0.9)
  pen.piece('M84 141.6Q120 146 156 141.6L156 152.4Q120 157 84 152.4Z', pen.round(undefined, pen.main), pen.main, 1.2)
  pen.stitch('M86 144Q120 148.2 154 144M86 150.4Q120 154.6 154 150.4')
  pen.mark(`<path d="M113 142.6L131 142.6L131 156L113 156ZM122 142.6L122 156" stroke="#a7adb2" stroke-width="2"/>`)
  topButton(pen)
}
