import { CARE_LABELS, type CareKind } from './care-labels.ts';

const KINDS = Object.keys(CARE_LABELS) as CareKind[];

/** What is said about the care of a product, in the usual order; the note comes last. */
export function listCare(care: Readonly<Record<CareKind, string | null>> & { note: string | null }): string[] {
  const labels: Readonly<Record<CareKind, Readonly<Record<string, string>>>> = CARE_LABELS;
  return [
    ...KINDS.flatMap((kind) => {
      const code = care[kind];
      return code === null ? [] : (labels[kind][code] ?? []);
    }),
    ...(care.note === null ? [] : [care.note]),
  ];
}

interface MarkedProduct {
  marks: readonly { standard: string; detail: string | null }[];
  specifications: readonly { name: string; values: readonly { name: string }[] }[];
}

const isStandard = ({ name }: { name: string }) => /^standards?$/i.test(name);

/** Names of the standards that a garment meets: its certification marks or, where none are kept, those among its specifications. */
export const listMarks = ({ marks, specifications }: MarkedProduct): string[] =>
  marks.length > 0
    ? marks.map(({ standard, detail }) => [standard, detail].filter(Boolean).join(' · '))
    : specifications.filter(isStandard).flatMap(({ values }) => values.map(({ name }) => name));
