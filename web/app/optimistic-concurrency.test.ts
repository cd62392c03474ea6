import { describe, expect, it } from 'vitest';
import { findEditConflicts, listChangedFields } from './optimistic-concurrency.ts';

const before = { name: 'North', order: 1, ids: [1, 2] };

describe('concurrent edits by two people', () => {
  it('differ in fields with different values or lists', () => {
    expect(listChangedFields(before, { ...before })).toEqual([]);
    expect(listChangedFields(before, { name: 'North', order: 2, ids: [2, 1] })).toEqual(['order', 'ids']);
  });

  it('do not conflict before the server refuses, or when only one person changed a field', () => {
    expect(findEditConflicts(undefined, { ...before, name: 'Mine' }, { ...before, name: 'Theirs' })).toEqual([]);
    expect(findEditConflicts(before, { ...before, name: 'Mine' }, { ...before, order: 7 })).toEqual([]);
    // What I did not touch is shown as it is saved.
    expect(findEditConflicts(before, { ...before, order: 7 }, { ...before, order: 7 })).toEqual([]);
  });

  it('show both values when both changed the same field', () => {
    expect(findEditConflicts(before, { ...before, name: 'Mine', ids: [3] }, { ...before, name: 'Theirs', ids: [] })).toEqual([
      { name: 'name', mine: 'Mine', theirs: 'Theirs' },
      { name: 'ids', mine: [3], theirs: [] },
    ]);
  });
});
