import { describe, expect, it } from 'vitest';
import { aBuilder, aGroup, anEitherOr, productsOf } from './builder-builders.ts';
import { getTotals, listSteps } from './builder-model.ts';
import { answerPreview, createBuilderLinks, readPreview } from './preview.ts';

const read = (search: string) => readPreview(new URLSearchParams(search));

describe('a preview', () => {
  it('is in the URL, and in the links between its pages', () => {
    expect(read('collectionId=12')).toBeUndefined();
    expect(read('collectionId=12&preview')).toEqual({ collectionId: 12, allocationTypeId: undefined });
    const preview = read('collectionId=12&preview=true&allocationTypeId=30');
    const links = createBuilderLinks(preview);
    const search = '?collectionId=12&preview=true&allocationTypeId=30';
    expect([links.overview, links.choice(4), links.group(5), links.garment(5, 6)]).toEqual([
      `/index/uniform-builder${search}`,
      `/index/uniform-builder/choices/4${search}`,
      `/index/uniform-builder/groups/5${search}`,
      `/index/uniform-builder/groups/5/products/6${search}`,
    ]);
    expect(read(search)).toEqual(preview);
    expect(createBuilderLinks(undefined).group(5)).toBe('/index/uniform-builder/groups/5');
    expect(read('collectionId=x&preview&allocationTypeId=-1')).toEqual({ collectionId: 0, allocationTypeId: undefined });
  });

  it('opens the groups of the answers, and has no wardrobes to choose between', () => {
    // As the server previews it: every group is open, without usage.
    const numbers = { allocatedQuantity: 2, usedQuantity: null, remainingQuantity: null };
    const groups = [
      aGroup(1, 'Shirts', { ...numbers, allocatedQuantity: 3 }),
      aGroup(2, 'Trousers', { ...numbers, superGroupOptionId: 91 }),
      aGroup(3, 'Skirts', { ...numbers, superGroupOptionId: 92 }),
    ];
    const wardrobes = [1, 2].map((id) => ({ id, name: `Of the administrator ${id}`, seasonName: null }));
    const builder = aBuilder(groups, { canOrder: false, notices: ['Preview.'], organisationCollections: wardrobes }, [
      anEitherOr(9, 'Trousers or skirt', ['Trousers', 'Skirt']),
    ]);
    const products = productsOf(groups);
    const stepsFor = (optionIds: number[]) => listSteps(answerPreview(builder, optionIds), products, []);
    const describeSteps = (optionIds: number[]) => stepsFor(optionIds).map((step) => [step.kind, step.title]);

    expect(describeSteps([])).toEqual([
      ['group', 'Shirts'],
      ['choice', 'Trousers or skirt'],
    ]);
    expect(stepsFor([92]).map((step) => (step.kind === 'group' ? step.group.name : ''))).toEqual(['Shirts', 'Skirts']);
    const answered = answerPreview(builder, [92]);
    expect(answered).toMatchObject({ canOrder: false, notices: [], organisationCollections: [], superGroupOptionIds: [92] });
    expect(getTotals(answered, products, [], stepsFor([92]))).toMatchObject({ needed: 5, owed: 5, inCart: 0 });
  });
});
