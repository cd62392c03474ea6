import { useMemo, useState } from 'react';
import type { PeopleSort } from '../people-filters.ts';

/** A column that can be hidden. The name and the "Order for" button are always shown. */
export interface PeopleColumn {
  id: 'number' | 'role' | 'group' | 'destination' | 'wardrobe' | 'start' | 'uniform' | 'measured' | 'login';
  title: string;
  /** The sort orders of its heading: on the first click and on the second. */
  sorts?: readonly [PeopleSort, PeopleSort];
  /** Only for people who manage others. */
  managers?: true;
}

const peopleColumns: readonly PeopleColumn[] = [
  { id: 'uniform', title: 'Uniform' },
  { id: 'measured', title: 'Measured', managers: true },
  { id: 'start', title: 'First day', sorts: ['-startDateUtc', 'startDateUtc'], managers: true },
  { id: 'destination', title: 'Destination' },
  { id: 'wardrobe', title: 'Wardrobe' },
  { id: 'number', title: 'Employee number', sorts: ['employeeNumber', '-employeeNumber'] },
  { id: 'role', title: 'Role' },
  { id: 'group', title: 'Group' },
  { id: 'login', title: 'Last login', managers: true },
];

const STORAGE_KEY = 'livery.people.columns';
const DEFAULT_COLUMNS: readonly string[] = ['uniform', 'measured', 'start', 'destination', 'number'];

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return Array.isArray(stored) ? stored.filter((id) => peopleColumns.some((column) => column.id === id)) : DEFAULT_COLUMNS;
  } catch {
    return DEFAULT_COLUMNS;
  }
}

/** The visible columns, stored in this browser, and a function to show or hide one. */
export function usePeopleColumns(manages: boolean) {
  const [shown, setShown] = useState(read);
  const allowed = useMemo(() => peopleColumns.filter(({ managers }) => manages || !managers), [manages]);
  // Memoised, because every row renders again when the list of columns changes.
  const list = useMemo(() => allowed.filter(({ id }) => shown.includes(id)), [allowed, shown]);
  const toggle = (id: string) => {
    const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
    setShown(next);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // Without storage the default columns are shown next time.
    }
  };
  return { allowed, shown: list, toggle };
}
