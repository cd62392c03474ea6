import { beforeAll, describe, expect, it } from 'vitest';
import { isLimited, parseColumns, readTextColumns, type TextColumn } from '#api/testing/text-columns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { EMPTIED_COLUMNS, NEVER_NAMED, SEARCHED_COLUMNS } from './text-inventory.ts';

const portal = usePortal();
let columns: TextColumn[];
beforeAll(async () => {
  columns = await readTextColumns(portal.db);
});

describe('what erasing a person does about texts', () => {
  const listed = [...SEARCHED_COLUMNS, ...parseColumns(EMPTIED_COLUMNS), ...Object.values(NEVER_NAMED).flatMap(parseColumns)];

  it('is said of every column of texts, JSON and bytes', () => {
    // An address on the web is a format, but can contain anything.
    const isUnable = (column: TextColumn) => isLimited(column) && !column.checks.some((check) => check.includes('https'));
    expect(columns.filter((column) => !isUnable(column) && !listed.includes(column.name)).map(({ name }) => name)).toEqual([]);
  });

  it('is said once, of columns that exist', () => {
    const names = columns.map(({ name }) => name);
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
  });
});
