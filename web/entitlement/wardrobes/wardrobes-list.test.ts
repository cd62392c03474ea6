import { expect, it } from 'vitest';
import { arrangeAsTree } from './wardrobes-list.tsx';

it('arranges wardrobes as a tree: each is followed by its cuts, and those of a wardrobe that is not listed are on top', () => {
  const tree = arrangeAsTree([
    { id: 3, parentCollectionId: 1 },
    { id: 1, parentCollectionId: null },
    { id: 5, parentCollectionId: 99 },
    { id: 4, parentCollectionId: 3 },
    { id: 2, parentCollectionId: 1 },
  ]);

  expect([...tree]).toEqual([
    [1, { position: 0, level: 0 }],
    [3, { position: 1, level: 1 }],
    [4, { position: 2, level: 2 }],
    [2, { position: 3, level: 1 }],
    [5, { position: 4, level: 0 }],
  ]);
});
