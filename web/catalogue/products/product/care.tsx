import { CARE_LABELS, type CareKind } from '#contract/catalogue/products/care-labels.ts';
import type { Product } from '../catalogue-types.ts';
import css from './care.module.css';

const KINDS = Object.keys(CARE_LABELS) as CareKind[];

/** What is said about the care of a product, in the usual order; the note comes last. */
export function listCare(care: Product['care']): string[] {
  const labels: Readonly<Record<CareKind, Readonly<Record<string, string>>>> = CARE_LABELS;
  return [
    ...KINDS.flatMap((kind) => {
      const code = care[kind];
      return code === null ? [] : (labels[kind][code] ?? []);
    }),
    ...(care.note === null ? [] : [care.note]),
  ];
}

/** How a garment is cared for, one treatment to a line. */
export const CareList = ({ care }: { care: readonly string[] }) => (
  <ul className={css.care}>
    {care.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
