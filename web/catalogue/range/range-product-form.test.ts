import { describe, expect, it } from 'vitest';
import {
  describeRangeConflicts,
  findPriceConflict,
  type RangeProductFormValues,
  toRangeProductChange,
  typeRangeText,
  validateRangeProduct,
} from './range-product-form.ts';

const values: RangeProductFormValues = {
  name: '',
  organisationSku: '',
  overriddenPrice: '',
  pricePercent: '',
  published: true,
  featured: false,
  businessAreaIds: [2],
  jobRoleIds: [],
  collectionIds: [],
  customerRoleIds: [],
};
const parts = {
  businessAreaIds: [{ id: 2, name: 'Kitchen', displayOrder: 0, version: 1 }],
  jobRoleIds: [],
  collectionIds: [],
  customerRoleIds: [],
};

describe('an own price and a percentage', () => {
  it('clear each other as soon as something is typed', () => {
    expect(typeRangeText('overriddenPrice', '1')).toEqual({ overriddenPrice: '1', pricePercent: '' });
    expect(typeRangeText('pricePercent', '-')).toEqual({ pricePercent: '-', overriddenPrice: '' });
    expect(typeRangeText('pricePercent', '')).toEqual({ pricePercent: '' });
    expect(typeRangeText('name', 'Cap')).toEqual({ name: 'Cap' });
  });

  it('are in conflict when one was entered here and someone else saved the other', () => {
    const both = { ...values, overriddenPrice: '20.00', pricePercent: '-10' };
    expect(findPriceConflict(both, ['pricePercent'])).toEqual({ mine: 'pricePercent', theirs: 'overriddenPrice' });
    expect(findPriceConflict(both, ['overriddenPrice'])).toEqual({ mine: 'overriddenPrice', theirs: 'pricePercent' });
    expect(findPriceConflict({ ...both, pricePercent: '' }, ['overriddenPrice'])).toBeUndefined();
    expect(describeRangeConflicts([], both, ['pricePercent'], parts)).toEqual([
      {
        name: 'overriddenPrice',
        label: 'Price',
        mine: 'Adjust catalogue price by (%): -10',
        theirs: 'Own price: 20.00',
      },
    ]);
  });

  it('must be numbers', () => {
    expect(validateRangeProduct({ ...values, overriddenPrice: 'a lot' })).toHaveProperty('overriddenPrice');
    expect(validateRangeProduct({ ...values, pricePercent: '1.234' })).toHaveProperty('pricePercent');
    expect(validateRangeProduct({ ...values, overriddenPrice: '19,50' })).toEqual({});
  });
});

describe('a product of the range', () => {
  it('is sent with its changed fields only, null for what is the catalogue’s again', () => {
    expect(toRangeProductChange({ ...values, overriddenPrice: '19,50' }, ['overriddenPrice', 'pricePercent', 'name'])).toEqual({
      overriddenPrice: 19.5,
      pricePercent: null,
      name: null,
    });
    expect(toRangeProductChange(values, ['businessAreaIds'])).toEqual({ businessAreaIds: [2] });
  });

  it('shows both values of a conflict in words', () => {
    const shown = (name: keyof RangeProductFormValues, mine: never, theirs: never) =>
      describeRangeConflicts([{ name, mine, theirs }], values, [], parts);
    expect(shown('businessAreaIds', [2] as never, [] as never)).toEqual([
      { name: 'businessAreaIds', label: 'Business areas', mine: 'Kitchen', theirs: 'Everyone' },
    ]);
    expect(shown('featured', true as never, false as never)).toMatchObject([{ mine: 'Yes', theirs: 'No' }]);
  });
});
