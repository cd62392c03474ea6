import { useMemo } from 'react';
import { useListColumns } from '#web/app/list-settings.ts';
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

const DEFAULT_COLUMNS: readonly string[] = ['uniform', 'measured', 'start', 'destination', 'number'];

/** The visible columns, stored on the server for the person who logged in, and a function to show or hide one. */
export function usePeopleColumns(manages: boolean) {
  const allowed = useMemo(() => peopleColumns.filter(({ managers }) => manages || !managers), [manages]);
  return { allowed, ...useListColumns('people', allowed, DEFAULT_COLUMNS) };
}
