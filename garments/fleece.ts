import { standCollar, zipPocket } from './collar.ts'
import { hemStitch, layTorso } from './dressing.ts'
import type { Pen } from './pen.ts'
import { backFolds } from './tee.ts'
import { cutCuff, cutTorso } from './torso.ts'

const cut = cutTorso({
  neck: [96, 33], nape: 36, shoulder: [60, 46], underarm: [66, 106], waist: [66, 166], hem: [64, 233], hemDrop: 4,
  cuffOuter: [17, 205], cuffInner: [41, 212],
})

export function drawFleece(pen: Pen): void {
  const yoke = pen.hasAccent ? pen.accent : pen.main
  const cuff = cutCuff(cut, 7)
  layTorso(pen, cut)
  pen.clip(cut.body, () => {
    pen.fill(pen.isFront ? 'M50 20L190 20L190 78Q156 86 120 86Q84 86 50 78Z' : 'M50 20L190 20L190 70Q150 84 120 84Q90 84 50 70Z', pen.round([58, 0, 182, 0], yoke))
  })
  const line = pen.isFront ? 'M74 81Q98 86 120 86Q142 86 166 81' : 'M73 76Q98 84 120 84Q142 84 167 76'
  pen.seam(line, yoke)
  pen.stitch(pen.isFront ? 'M73.6 84Q98 89 120 89Q142 89 166.4 84' : 'M73.4 79Q98 87 120 87Q142 87 166.6 79')
  pen.both(() => {
    pen.seam('M61 46C68 60 72 84 67 106')
    pen.piece(cuff.shape, pen.round([17, 202, 42, 208], pen.accent), pen.accent, 1)
    pen.fold('M34 156C40 168 40 180 34 196', 7, 0.45)
    pen.fold('M44 98C51 112 52 126 45 142', 8, 0.4)
  })
  hemStitch(pen, cut, 6)
  if (pen.isFront) {
    pen.both(() => zipPocket(pen, 88, 166))
    pen.zip('M120 42L120 236.5', pen.main, 4)
    pen.stitch('M112 44L112 236M128 44L128 236')
    pen.fold('M84 90C94 108 94 130 88 152', -10, 0.35)
    pen.outline(cut.silhouette)
    standCollar(pen, yoke)
    pen.zip('M120 19L120 43', yoke, 4)
    pen.puller(120, 20, yoke)
  } else {
    backFolds(pen)
    pen.outline(cut.silhouette)
    standCollar(pen, yoke)
  }
}
