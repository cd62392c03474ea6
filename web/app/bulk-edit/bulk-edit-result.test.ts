import { expect, it } from 'vitest';
import { formatBulkEditResult } from './bulk-edit-result.tsx';
import type { BulkEdit } from './use-bulk-edits.ts';

it('describes the result of a bulk edit in numbers', () => {
  const counts = { action: 'changed', state: 'finished', changed: 1, unchanged: 2, refused: 1, conflicts: 1 } as BulkEdit;
  expect(formatBulkEditResult(counts)).toBe('1 changed, 2 already had this setting, 2 not changed');
  expect(formatBulkEditResult({ ...counts, state: 'running', progress: { done: 5, total: 1200 } })).toBe('5 of 1,200 processed');
  expect(formatBulkEditResult({ ...counts, action: 'remind', unchanged: 0 })).toBe('1 reminded, 2 not reminded');
  expect(formatBulkEditResult({ ...counts, action: 'import' })).toBe('1 imported, 2 already up to date, 2 not imported');
  expect(formatBulkEditResult({ ...counts, action: 'undo', unchanged: 0, refused: 0, conflicts: 0 })).toBe('1 restored');
});
