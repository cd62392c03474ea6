import type { Pen } from './pen.ts'

const BLADE = 'M110 62L130 62C133 110 140 160 148 206L120 242L92 206C100 160 107 110 110 62Z'
const KNOT = 'M101 28Q120 22 139 28L131 62Q120 67 109 62Z'

function stripes(pen: Pen, shape: string): void {
  if (!pen.hasAccent) return
  pen.clip(shape, () => {
    for (let y = 64; y < 270; y += 30) {
      pen.line(`M80 ${y + 20}L160 ${y - 30}`, pen.accent.base, 8)
      pen.line(`M80 ${y + 28}L160 ${y - 22}`, pen.accent.base, 1.6)
    }
  })
}

export function drawTie(pen: Pen): void {
  if (pen.isFront) {
    pen.shadow(BLADE)
    pen.line('M103 30C92 22 92 14 120 13C148 14 148 22 137 30', pen.main.edge, 8)
    pen.line('M103 30C92 22 92 14 120 13C148 14 148 22 137 30', pen.main.inside, 5.6)
    pen.fill(BLADE, pen.round())
    stripes(pen, BLADE)
    pen.fold('M110 66C116 86 118 108 116 132', 7, 0.5)
    pen.fold('M128 66C130 110 138 160 145 204', 10, 0.4)
    pen.sheen('M108 92C104 136 98 176 95 204', -9, 0.8)
    pen.fold('M120 70C122 82 122 92 121 102', -5, 0.6)
    pen.stitch('M94.6 205.6L120 238L145.4 205.6')
    pen.outline(BLADE)
    pen.fill('M108 62Q120 68 132 62L133 72Q120 78 107 72Z', pen.main.shadow, 0.3)
    pen.piece(KNOT, pen.round(), pen.main, 1.6)
    if (pen.hasAccent) {
      pen.clip(KNOT, () => {
        pen.line('M98 26L132 66M118 20L146 52', pen.accent.base, 7)
      })
      pen.outline(KNOT)
    }
    pen.fold('M106 30C108 42 110 52 112 60', -6, 0.5)
    pen.sheen('M116 30C114 42 114 52 116 60', -6, 0.9)
  } else {
    back(pen)
  }
}

/** Untied and turned over: the seam, the keeper with the tail through it. */
function back(pen: Pen): void {
  const blade = 'M96 16L124 16C127 90 134 160 140 208L110 242L80 208C86 160 93 90 96 16Z'
  const tail = 'M122 16L136 16C140 70 144 130 147 176L137 192L127 176C127 130 124 70 122 16Z'
  pen.shadow(blade)
  pen.fill(blade, pen.round(undefined, { ...pen.main, light: pen.main.base, base: pen.main.under }))
  pen.fill('M84 205L110 170L136 205L110 237Z', pen.main.inside)
  pen.line('M84 205L110 170L136 205', pen.main.edge, 1)
  pen.stitch('M110 18L110 168')
  pen.fold('M110 18L110 168', 6, 0.5)
  pen.seam('M110 16L110 170', pen.main, 1.1)
  pen.stitch('M82.6 208L110 238.6L137.4 208')
  pen.fold('M94 60C90 110 86 160 84 200', -8, 0.5)
  pen.outline(blade)
  pen.fill('M120 20L128 180L138 198L142 170Z', pen.main.shadow, 0.2)
  pen.piece(tail, pen.round(), pen.main, 1.4)
  if (pen.hasAccent) {
    pen.clip(tail, () => {
      for (let y = 40; y < 220; y += 30) pen.line(`M110 ${y + 20}L160 ${y - 10}`, pen.accent.base, 7)
    })
    pen.outline(tail)
  }
  pen.piece('M84 122L146 118L146.6 132L85 136Z', pen.main.under, pen.main, 1.2)
  pen.stitch('M87 124.4L143.6 120.6M87.6 133.4L144 129.6')
  pen.piece('M98 148L122 148L122 160L98 160Z', '#f3f1ec', pen.main, 0.8)
  pen.line('M102 152.4L118 152.4M104 156L116 156', '#9a958a', 0.9)
}

const LEFT_END = 'M78 84C72 130 68 174 68 214Q86 220 106 216C108 172 114 130 122 96Z'
const RIGHT_END = 'M126 92C134 120 142 156 146 196Q164 200 184 194C182 150 172 108 160 78Z'

function fringe(pen: Pen, from: number, to: number, y: number): void {
  for (let x = from; x <= to; x += 4.5) pen.tassel(x, y)
}

function bands(pen: Pen, end: string, y: number): void {
  if (!pen.hasAccent) return
  pen.clip(end, () => {
    for (const dy of [0, 14]) pen.line(`M60 ${y + dy}Q120 ${y + dy + 8} 190 ${y + dy - 4}`, pen.accent.base, dy === 0 ? 9 : 4)
  })
}

export function drawScarf(pen: Pen): void {
  if (pen.isFront) {
    const loop = 'M72 66C70 34 94 18 120 18C146 18 170 34 168 66C168 92 146 108 120 108C94 108 72 92 72 66Z'
    pen.shadow(`${LEFT_END}${RIGHT_END}`)
    fringe(pen, 148, 183, 194)
    pen.fill(RIGHT_END, pen.round([132, 150, 184, 142]))
    bands(pen, RIGHT_END, 172)
    pen.fold('M142 100C152 128 158 160 160 196', -9, 0.5)
    pen.sheen('M160 100C168 130 172 160 172 192', -8, 0.8)
    pen.line(RIGHT_END, pen.main.edge, 1.6)
    fringe(pen, 70, 106, 214)
    pen.fill(LEFT_END, pen.round([70, 150, 112, 156]))
    bands(pen, LEFT_END, 190)
    pen.fold('M96 100C90 134 86 176 86 214', -9, 0.5)
    pen.fold('M112 100C104 130 100 160 98 190', 8, 0.4)
    pen.line(LEFT_END, pen.main.edge, 1.6)
    pen.fill('M70 78C80 110 150 120 166 82L168 92C150 126 88 122 72 96Z', pen.main.shadow, 0.25)
    pen.piece(loop, pen.round(), pen.main, 1.6)
    pen.piece('M92 56C94 40 106 33 120 33C134 33 146 40 148 56C142 70 132 76 120 76C108 76 98 70 92 56Z', pen.turn([0, 33, 0, 76], pen.main.inside, pen.main.deep), pen.main, 1.2)
    pen.fold('M76 60C82 88 104 98 128 98', -9, 0.5)
    pen.fold('M84 56C92 80 110 88 134 86', -8, 0.5)
    pen.fold('M164 60C160 80 148 94 130 100', 8, 0.4)
    pen.sheen('M80 74C88 92 106 102 126 102', 6, 0.9)
    pen.fold('M98 26C88 34 84 44 86 56', 7, 0.4)
  } else {
    const drop = 'M100 92C98 130 96 176 94 214Q118 220 144 214C146 176 146 130 142 88Z'
    const roll = 'M70 66C70 40 92 24 120 24C148 24 170 40 170 66C170 92 148 106 120 106C92 106 70 92 70 66Z'
    pen.shadow(drop)
    fringe(pen, 97, 143, 213)
    pen.fill(drop, pen.round([95, 0, 146, 0]))
    bands(pen, drop, 188)
    pen.fold('M114 104C112 140 110 180 110 214', -9, 0.5)
    pen.sheen('M128 108C130 140 130 180 128 212', -8, 0.8)
    pen.line(drop, pen.main.edge, 1.6)
    pen.fill('M80 92C100 116 144 116 160 92Z', pen.main.shadow, 0.25)
    pen.piece(roll, pen.round(), pen.main, 1.6)
    pen.fold('M74 58C92 80 146 84 166 60', -10, 0.5)
    pen.fold('M80 80C98 96 140 96 160 80', -9, 0.45)
    pen.fold('M84 42C100 56 138 56 156 42', -8, 0.45)
    pen.sheen('M82 66C100 84 140 86 158 66', 6, 0.8)
    pen.piece('M100 96C104 84 112 56 106 40C116 32 134 34 142 44C148 64 146 86 142 100Q120 106 100 96Z', pen.round([100, 0, 146, 0]), pen.main, 1.3)
    pen.fold('M116 42C122 62 120 84 114 100', -8, 0.5)
  }
}
