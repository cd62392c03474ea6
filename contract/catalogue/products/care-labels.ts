/** How each treatment can be done, by its code. */
export const CARE_LABELS = {
  wash: {
    '30': 'Wash at 30 °C',
    '40': 'Wash at 40 °C',
    '60': 'Wash at 60 °C',
    '75': 'Wash at 75 °C',
    wool30: 'Wool wash at 30 °C',
    hand: 'Hand wash',
    industrial: 'Industrial laundry',
    wipe: 'Wipe clean',
    no: 'Do not wash',
  },
  bleach: { yes: 'Bleach if needed', oxygen: 'Non-chlorine bleach only', no: 'Do not bleach' },
  dry: { normal: 'Tumble dry', low: 'Tumble dry on low heat', no: 'Do not tumble dry' },
  iron: { high: 'Iron at up to 200 °C', medium: 'Iron at up to 150 °C', low: 'Iron at up to 110 °C', no: 'Do not iron' },
  dryClean: { yes: 'Dry clean', no: 'Do not dry clean' },
} as const;

/** How a garment is treated: washing, bleaching, drying, ironing, dry cleaning. */
export type CareKind = keyof typeof CARE_LABELS;
