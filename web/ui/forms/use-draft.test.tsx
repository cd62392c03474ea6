import { beforeEach, expect, it } from 'vitest';
import { deleteDrafts, deleteDraftsOfOthers, keepDraftsFor, readDraft, writeDraft } from './use-draft.ts';

const TYPED = { reason: 'Too many jackets' };

beforeEach(() => {
  deleteDrafts();
  writeDraft('request.4', TYPED);
});

it('are there for the person whose session has ended, and for no one else', () => {
  keepDraftsFor(7);
  deleteDraftsOfOthers(7);
  expect(readDraft('request.4')).toEqual(TYPED);
  deleteDraftsOfOthers(8);
  expect(readDraft('request.4')).toBeUndefined();
});

it('go with the log-out, and with them whose they were', () => {
  keepDraftsFor(7);
  deleteDrafts();
  writeDraft('request.4', TYPED);
  deleteDraftsOfOthers(8);
  expect(readDraft('request.4')).toEqual(TYPED);
});
