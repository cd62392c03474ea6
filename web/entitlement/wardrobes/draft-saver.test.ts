import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReply } from '#web/testing/example-reply.ts';
import { type Contents, type Draft, setPieces } from './draft-contents.ts';
import { DraftSaver, type UnsavedContents } from './draft-saver.ts';

const contents = (allocatedQuantity: number): Contents => ({
  seasonId: null,
  budgetPoints: null,
  budget: null,
  beyond: 'block',
  necessity: null,
  superGroups: [],
  collectionGroups: [{ id: 1, name: 'Shirts', superGroupOptionId: null, allocatedQuantity, minQuantity: null, products: [] }],
});
const quantityIn = (found: Contents | undefined) => found?.collectionGroups[0]?.allocatedQuantity;

class Conflict extends Error {}

/** A server that has one draft, or none, and answers when it is told to. */
function createStore() {
  let saved: UnsavedContents = { revision: null, contents: contents(4) };
  const requests: UnsavedContents[] = [];
  const kept: (UnsavedContents | undefined)[] = [];
  let answer: () => Promise<void> = async () => {};
  return {
    requests,
    kept,
    set saved(next: UnsavedContents) {
      saved = next;
    },
    set answer(next: () => Promise<void>) {
      answer = next;
    },
    read: () => saved,
    save: async (unsaved: UnsavedContents): Promise<Draft> => {
      requests.push(unsaved);
      await answer();
      saved = { revision: (unsaved.revision ?? 0) + 1, contents: unsaved.contents };
      return createReply('PUT /api/organisation/wardrobes/:id/draft', {
        draft: { revision: saved.revision ?? 0, contents: saved.contents as Draft['contents'] },
      }).draft;
    },
    reload: vi.fn(async () => {}),
    keep: (unsaved: UnsavedContents | undefined) => void kept.push(unsaved),
    isConflict: (error: unknown) => error instanceof Conflict,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the draft of a wardrobe', () => {
  it('is saved when no further change follows, once', async () => {
    const store = createStore();
    const saver = new DraftSaver(store);
    saver.change(setPieces(1, 5));
    saver.change(setPieces(1, 6));
    expect([saver.getState().status, store.requests]).toEqual(['saving', []]);
    await vi.runAllTimersAsync();
    expect(store.requests.map((one) => [one.revision, quantityIn(one.contents)])).toEqual([[null, 6]]);
    expect(saver.getState()).toEqual({ contents: undefined, status: 'saved', error: undefined });
    expect(store.kept.at(-1)).toBeUndefined();
  });

  it('is saved again with the revision that the first save returned when it is changed meanwhile', async () => {
    const store = createStore();
    const saver = new DraftSaver(store);
    let finish = () => {};
    store.answer = () => new Promise<void>((resolve) => (finish = resolve));
    saver.change(setPieces(1, 5));
    await vi.runAllTimersAsync();
    saver.change(setPieces(1, 7));
    await vi.runAllTimersAsync();
    expect(store.requests).toHaveLength(1);
    store.answer = async () => {};
    finish();
    await vi.runAllTimersAsync();
    expect(store.requests.map((one) => [one.revision, quantityIn(one.contents)])).toEqual([
      [null, 5],
      [1, 7],
    ]);
    expect(saver.getState().status).toBe('saved');
  });

  it('keeps what could not be saved, on this device too, and saves it later', async () => {
    const store = createStore();
    const saver = new DraftSaver(store);
    store.answer = async () => {
      throw new Error('The server cannot be reached.');
    };
    saver.change(setPieces(1, 5));
    await vi.runAllTimersAsync();
    expect([saver.getState().status, quantityIn(saver.getState().contents)]).toEqual(['failed', 5]);
    expect(quantityIn(store.kept.at(-1)?.contents)).toBe(5);

    const next = new DraftSaver(store, store.kept.at(-1));
    store.answer = async () => {};
    await vi.runAllTimersAsync();
    expect([next.getState().status, quantityIn(store.read().contents)]).toEqual(['saved', 5]);
  });

  it('never overwrites what someone else has saved before someone decides', async () => {
    const store = createStore();
    store.saved = { revision: 1, contents: contents(4) };
    const saver = new DraftSaver(store);
    store.answer = async () => {
      throw new Conflict('Helen Marchbanks saved this draft at 14:12.');
    };
    saver.change(setPieces(1, 5));
    await vi.runAllTimersAsync();
    expect(saver.getState().status).toBe('conflict');
    expect(store.reload).toHaveBeenCalledOnce();
    // It goes on here, and is not sent.
    store.saved = { revision: 8, contents: contents(9) };
    saver.change(setPieces(1, 6));
    await saver.flush();
    await vi.runAllTimersAsync();
    expect(store.requests).toHaveLength(1);

    store.answer = async () => {};
    await saver.overwrite();
    expect(store.requests.map((one) => [one.revision, quantityIn(one.contents)])).toEqual([
      [1, 5],
      [8, 6],
    ]);
  });

  it('gives back what is dropped for what someone else has saved', async () => {
    const store = createStore();
    const saver = new DraftSaver(store);
    saver.change(setPieces(1, 5));
    expect(quantityIn(await saver.drop())).toBe(5);
    await vi.runAllTimersAsync();
    expect([store.requests, saver.getState().status]).toEqual([[], 'saved']);
  });
});
