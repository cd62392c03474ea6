import type { CARE_LABELS } from '#contract/catalogue/products/care-labels.ts';
import type { ProductSheet } from './product-sheet.ts';

type Codes = { [K in keyof typeof CARE_LABELS]?: keyof (typeof CARE_LABELS)[K] };

const NO_BLEACH = { bleach: 'no' } as const;

/** What the care of a sheet means, treatment by treatment. */
const CARE: Readonly<Record<string, Codes>> = {
  'Wash at 30 °C': { wash: '30', ...NO_BLEACH, dry: 'no', iron: 'low' },
  'Wash at 40 °C': { wash: '40', ...NO_BLEACH, dry: 'low', iron: 'medium' },
  'Wash at 60 °C': { wash: '60', bleach: 'oxygen', dry: 'normal', iron: 'medium' },
  'Wash at 75 °C': { wash: '75', bleach: 'oxygen', dry: 'normal', iron: 'high' },
  'Industrial laundry': { wash: 'industrial', bleach: 'oxygen', dry: 'normal', iron: 'medium' },
  'Wool wash 30 °C': { wash: 'wool30', ...NO_BLEACH, dry: 'no', iron: 'low', dryClean: 'yes' },
  'Hand wash': { wash: 'hand', ...NO_BLEACH, dry: 'no' },
  'Dry clean': { wash: 'no', ...NO_BLEACH, dry: 'no', iron: 'low', dryClean: 'yes' },
  'Wipe clean': { wash: 'wipe' },
};

/** A standard without the class that follows its number: "EN ISO 20345 S3 SRC" is "EN ISO 20345", "S3 SRC". */
function toMark(text: string): { standard: string; detail: string | null } {
  const parts = text.match(/^(RIS-3279-TOM|EN(?: ISO)? [0-9-]+) ?(.*)$/);
  const [standard, detail] = parts ? [parts[1] ?? text, parts[2] ?? ''] : [text, ''];
  return { standard, detail: detail === '' ? null : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}` };
}

/** The columns of marks and care of a product. */
export function careColumns({ care, standards = [] }: ProductSheet) {
  const codes = CARE[care] ?? {};
  const isReflective = standards.some((standard) => standard.startsWith('EN ISO 20471'));
  return {
    marks: JSON.stringify(standards.map(toMark)),
    care_wash: codes.wash ?? null,
    care_bleach: codes.bleach ?? null,
    care_dry: codes.dry ?? null,
    care_iron: codes.iron ?? null,
    care_dry_clean: codes.dryClean ?? null,
    care_note: isReflective ? 'Wash inside out. Reflective tape lasts 25 washes.' : null,
  };
}
