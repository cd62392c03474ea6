import { convertFigures } from './units.ts';

type GuideUnit = 'cm' | 'mm' | 'in';

const UNITS: readonly (readonly [ending: string, unit: GuideUnit])[] = [
  ['(cm)', 'cm'],
  ['(mm)', 'mm'],
  ['(in)', 'in'],
  ['(inches)', 'in'],
  [' cm', 'cm'],
  [' mm', 'mm'],
  [' in', 'in'],
  [' inches', 'in'],
];

/** "Chest (cm)": its name without the unit, and the unit; undefined for a heading without one. */
function splitHeading(heading: string): { name: string; unit: GuideUnit } | undefined {
  const text = heading.trim();
  const [ending, unit] = UNITS.find(([each]) => text.toLowerCase().endsWith(each)) ?? [];
  return ending && unit ? { name: text.slice(0, -ending.length).trim(), unit } : undefined;
}

/** A column of a size guide for someone who reads lengths in one unit. */
export interface GuideColumn {
  index: number;
  heading: string;
  /** The figures of a cell; with those of the guide where they were converted. */
  show: (cell: string) => { text: string; own: string | undefined };
}

/** The columns of a size guide in the reader's unit. The first one names the sizes and stays as it is; of a measure in both units one column is left. */
export function toGuideColumns(columns: readonly string[], unit: 'cm' | 'inches'): GuideColumn[] {
  const wanted = unit === 'cm' ? 'cm' : 'in';
  const split = columns.map((heading, index) => (index === 0 ? undefined : splitHeading(heading)));
  return columns.flatMap((heading, index): GuideColumn[] => {
    const own = split[index];
    if (!own || own.unit === wanted) return [{ index, heading, show: (cell) => ({ text: cell, own: undefined }) }];
    if (split.some((other) => other?.name === own.name && other.unit === wanted)) return [];
    return [
      {
        index,
        heading: `${own.name} (${wanted})`,
        show: (cell) => {
          const text = convertFigures(cell, own.unit, unit);
          return { text, own: text === cell ? undefined : `${cell} ${own.unit}` };
        },
      },
    ];
  });
}

/** Whether any column states a length in a unit, so that the reader can choose another. */
export const hasLengths = (columns: readonly string[]) => columns.slice(1).some((heading) => splitHeading(heading) !== undefined);
