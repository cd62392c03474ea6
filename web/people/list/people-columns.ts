import { useMemo } from 'react';
import { useListColumns } from '#web/app/list-settings/list-settings.ts';
import { useIsNarrow, useTextScale } from '#web/ui/browser/use-is-narrow.ts';
import type { PeopleSort } from '../people-filters.ts';

/** A column that can be hidden. The name and the "Order for" button are always shown. */
export interface PeopleColumn {
  id: 'email' | 'number' | 'role' | 'group' | 'destination' | 'wardrobe' | 'start' | 'uniform' | 'measured' | 'login';
  title: string;
  /** Pixels that its usual content needs with text of the usual size. */
  width: number;
  /** The sort orders of its heading: on the first click and on the second. */
  sorts?: readonly [PeopleSort, PeopleSort];
  /** Only for people who manage others. */
  managers?: true;
}

const peopleColumns: readonly PeopleColumn[] = [
  { id: 'number', title: 'Employee no.', width: 116, sorts: ['employeeNumber', '-employeeNumber'] },
  { id: 'email', title: 'Email', width: 206, sorts: ['email', '-email'] },
  { id: 'destination', title: 'Destination', width: 134 },
  { id: 'group', title: 'Group', width: 120 },
  { id: 'wardrobe', title: 'Wardrobe', width: 162 },
  { id: 'uniform', title: 'Uniform', width: 188 },
  { id: 'start', title: 'First day', width: 174, sorts: ['-startDateUtc', 'startDateUtc'], managers: true },
  { id: 'measured', title: 'Measured', width: 110, managers: true },
  { id: 'login', title: 'Last login', width: 146, managers: true },
  { id: 'role', title: 'Role', width: 112 },
];

const DEFAULT_COLUMNS: readonly string[] = ['number', 'destination', 'wardrobe', 'uniform', 'start', 'measured'];
/** Where not all of them fit in one line. */
const FEWER_COLUMNS: readonly string[] = ['number', 'destination', 'uniform', 'start'];

/** Pixels of the columns that are always shown, with text of the usual size. */
export const FIXED_WIDTHS = { selection: 52, name: 180, actions: 140, noActions: 20 } as const;
/** The page without its margins is never wider. The margins include a scroll bar. */
const MAX_WIDTH = 1256;
const MARGINS = 80;

/** The visible columns, stored on the server for the person who logged in, and functions to change them. */
export function usePeopleColumns(manages: boolean) {
  const allowed = useMemo(() => peopleColumns.filter(({ managers }) => manages || !managers), [manages]);
  const scale = useTextScale();
  const defaults = useIsNarrow(1310) ? FEWER_COLUMNS : DEFAULT_COLUMNS;
  const columns = useListColumns('people', allowed, defaults);
  const { selection, name, actions, noActions } = FIXED_WIDTHS;
  const usual = columns.shown.reduce((sum, column) => sum + column.width, name + (manages ? selection + actions : noActions));
  const width = usual * scale;
  const hasNoRoom = useIsNarrow(usual + MARGINS);
  /** In pixels, where the table has to be scrolled sideways; undefined where its columns fit. */
  const scrollWidth = hasNoRoom || width > MAX_WIDTH ? width : undefined;
  return { allowed, scrollWidth, ...columns };
}
