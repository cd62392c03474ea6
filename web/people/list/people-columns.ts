import { useMemo, useState } from 'react';
import type { PeopleSort } from '../people-filters.ts';

/** A column that can be hidden; the name and the way to order for somebody always stand there. */
export interface PeopleColumn {
  id: 'number' | 'role' | 'group' | 'destination' | 'wardrobe' | 'start' | 'uniform' | 'measured' | 'login';
  title: string;
  /** The ways in which its heading sorts, the first one first. */
  sorts?: readonly [PeopleSort, PeopleSort];
  /** Only for whoever manages people. */
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

const KEY = 'livery.people.columns';
const usual: readonly string[] = ['uniform', 'measured', 'start', 'destination', 'number'];

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(kept) ? kept.filter((id) => peopleColumns.some((column) => column.id === id)) : usual;
  } catch {
    return usual;
  }
}

/** The columns that this browser shows, and how to show or hide one. */
export function usePeopleColumns(manages: boolean) {
  const [shown, setShown] = useState(read);
  const allowed = useMemo(() => peopleColumns.filter(({ managers }) => manages || !managers), [manages]);
  // The same list until it changes: every row of the people is rendered by it.
  const list = useMemo(() => allowed.filter(({ id }) => shown.includes(id)), [allowed, shown]);
  const toggle = (id: string) => {
    const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
    setShown(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing shows the usual columns the next time.
    }
  };
  return { allowed, shown: list, toggle };
}
