import { describe, expect, it } from 'vitest';
import { HttpError } from './errors.ts';
import { assertNotStale, changedSince, createStaleError } from './optimistic-concurrency.ts';

const labels: Record<string, string> = {
  name: 'Name',
  season_id: 'Season',
  price_minor: 'Price',
  is_open: 'Open',
  marks: 'Marks',
};
const labelOf = (column: string) => labels[column] ?? column;

/** The errors of a change of these columns, based on version 2. */
function refuse(columns: string[], fieldVersions: Record<string, number>, saved?: Record<string, unknown>) {
  try {
    assertNotStale('wardrobe', columns, fieldVersions, 2, labelOf, saved);
  } catch (error) {
    return error instanceof HttpError ? error : undefined;
  }
}

const GENERAL = 'someone else has changed this in the meantime. Nothing was saved. Please check it and save again.';

describe('a change of what someone else has changed', () => {
  it('is refused with what they have saved, field by field', () => {
    const refused = refuse(
      ['name', 'price_minor', 'is_open', 'marks'],
      { name: 3, price_minor: 3, is_open: 4, marks: 5 },
      { name: 'Front of house', price_minor: 1250, is_open: false, marks: ['EN ISO 20471'] },
    );
    expect([refused?.status, refused?.code]).toEqual([409, 'stale']);
    expect(refused?.errors).toEqual({
      wardrobe: [
        `Name, Price, Open, Marks: ${GENERAL}`,
        'Name is now “Front of house”.',
        'Price is now 12.50.',
        'Open is now off.',
        'Marks is now EN ISO 20471.',
      ],
    });
  });

  it('names what has been emptied, and fields without words without their value', () => {
    expect(refuse(['name', 'season_id'], { name: 3, season_id: 3 }, { name: null, season_id: 7 })?.errors.wardrobe).toEqual([
      `Name, Season: ${GENERAL}`,
      'Name is now empty.',
    ]);
  });

  it('is saved where the other changed other fields, or before it was loaded', () => {
    expect(refuse(['name'], { name: 2, season_id: 3 })).toBeUndefined();
    expect(changedSince(['name'], { name: 3 }, null)).toEqual([]);
  });

  it('says that something has changed where a record has one version for everything', () => {
    expect(createStaleError('delivery', [], labelOf).errors.delivery).toEqual([
      'Someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
    ]);
  });
});
