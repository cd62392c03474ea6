import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ISO_UNITS, readOciForm } from '#api/testing/read-oci-form.ts';
import type { Fields } from './call-up.rules.ts';
import { toCharset } from './charset.rules.ts';
import {
  findMaterialGroup,
  type OciLine,
  type OciReturn,
  type OciSettings,
  toFieldRecord,
  writeReturnForm,
} from './return-form.rules.ts';

const RETURN: OciReturn = {
  hookUrl: 'https://srm.example/in?sid=9',
  target: '_top',
  charset: 'iso-8859-1',
  controlFields: [
    ['~OkCode', 'ADDI'],
    ['~TARGET', '_top'],
  ],
};
const LINE: OciLine = {
  quantity: 5,
  sku: 'POLO-YEL-L',
  unitPrice: '24.95',
  shortName: 'Polo shirt, Yellow, L',
  description: 'Polo shirt, Yellow, L. Left chest: logo Corvane, embroidered',
  unitOfMeasure: 'PCE',
  classification: '53101602',
  manufacturer: { partId: 'M-1', name: 'Mills' },
  leadDays: 5,
  productId: 'Q7XK2M9T4VQ7XK2M9T4V',
  details: { wearer: 'Ann Example', costCentre: '4711' },
};
const SETTINGS: OciSettings = {
  currencyCode: 'GBP',
  vendorNumber: '100200',
  materialGroups: [
    { classification: '53', group: 'TEXT' },
    { classification: '531016', group: 'SHIRTS' },
  ],
  customFields: { '1': 'costCentre', '4': 'employeeNumber', '5': 'wearer' },
};

describe('O2: a return form', () => {
  const text = fc.string({ maxLength: 80, unit: 'grapheme', size: 'max' });
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 99_999 }),
      unitPrice: fc.constantFrom('0.00', '24.95', '99999999.99', '1050'),
      shortName: text,
      description: text,
      unitOfMeasure: fc.constantFrom(...ISO_UNITS),
      manufacturer: fc.option(fc.constant({ partId: 'M', name: 'A manufacturer of a long name' }), { nil: undefined }),
      leadDays: fc.option(fc.nat(365), { nil: undefined }),
      details: fc.record({ wearer: text, costCentre: text, employeeNumber: text }, { requiredKeys: [] }),
    }),
    { maxLength: 5 },
  );

  it.each(['3.0', '4.0', '5.0'])('keeps the rules of version %s, whatever it returns', (version) => {
    fc.assert(
      fc.property(lines, fc.constantFrom('iso-8859-1', 'utf-8', 'us-ascii'), (some, charset) => {
        const { fields } = writeReturnForm(
          { ...RETURN, charset },
          some.map((line) => ({ ...LINE, ...line })),
          SETTINGS,
        );

        expect(readOciForm(fields, version)).toHaveLength(some.length);
      }),
    );
  });

  it('says of a line what the connection wants to know', () => {
    const second = {
      ...LINE,
      sku: 'SOCK-3',
      classification: '53102402',
      details: { wearer: 'x'.repeat(60), employeeNumber: 'E1' },
    };
    const [one, two] = readOciForm(writeReturnForm(RETURN, [LINE, second], SETTINGS).fields, '4.0');

    expect(one).toEqual({
      DESCRIPTION: 'Polo shirt, Yellow, L',
      QUANTITY: '5',
      UNIT: 'PCE',
      PRICE: '24.95',
      PRICEUNIT: '1',
      CURRENCY: 'GBP',
      LEADTIME: '5',
      VENDOR: '100200',
      VENDORMAT: 'POLO-YEL-L',
      MANUFACTCODE: 'Mills',
      MANUFACTMAT: 'M-1',
      MATGROUP: 'SHIRTS',
      EXT_PRODUCT_ID: 'Q7XK2M9T4VQ7XK2M9T4V',
      EXT_SCHEMA_TYPE: 'UNSPSC',
      EXT_CATEGORY_ID: '53101602',
      CUST_FIELD1: '4711',
      CUST_FIELD5: 'Ann Example',
      LONGTEXT: 'Polo shirt, Yellow, L. Left chest: logo Corvane, embroidered',
    });
    expect(two).toMatchObject({ VENDORMAT: 'SOCK-3', MATGROUP: 'TEXT', CUST_FIELD4: 'E1', CUST_FIELD5: 'x'.repeat(50) });
    expect(findMaterialGroup('60101700', SETTINGS.materialGroups)).toBeUndefined();
  });

  it('gives back the parameters of the hook and the control fields, and nothing more when nothing was chosen', () => {
    const back: Fields = [
      ['sid', '9'],
      ['~OkCode', 'ADDI'],
      ['~TARGET', '_top'],
    ];

    expect(writeReturnForm(RETURN, [LINE], SETTINGS)).toMatchObject({ action: 'https://srm.example/in', target: '_top' });
    expect(writeReturnForm(RETURN, [LINE], SETTINGS).fields.slice(0, 3)).toEqual(back);
    expect(writeReturnForm(RETURN, [], SETTINGS).fields).toEqual(back);
  });

  it('has a list of values for a name that occurs several times', () => {
    expect(
      toFieldRecord([
        ['a', '1'],
        ['b', ''],
        ['a', '2'],
      ]),
    ).toEqual({ a: ['1', '2'], b: '' });
    expect(Object.keys(toFieldRecord([['__proto__', '1']]))).toEqual(['__proto__']);
  });
});

describe('O4: texts are written in the characters of the encoding', () => {
  it.each([
    ['iso-8859-1', 'Größe é ½ £5 «L» °C', 'Größe é ½ £5 «L» °C'],
    ['iso-8859-1', 'Gro\u0308ße', 'Größe'],
    ['iso-8859-1', '€20 – “soft” ‘knit’ … 5 × 3 ™', 'EUR20 - "soft" \'knit\' ... 5 × 3 TM'],
    ['iso-8859-1', 'Łódź, Győr, Čapek, œuvre, ﬁt', 'Lódz, Gyor, Capek, oeuvre, fit'],
    ['iso-8859-1', '漢字 shirt', '?? shirt'],
    ['iso-8859-1', 'Coat 🧥 warm 👩‍👩‍👧', 'Coat warm'],
    ['iso-8859-1', 'a\u200bb\u00adc', 'ab\u00adc'],
    ['us-ascii', 'Größe é £5 ½ Åse', 'Grosse e GBP5 1/2 Ase'],
    ['windows-1252', '€20 – “soft” Ł', '€20 – “soft” L'],
    ['iso-8859-15', '€ œ ½', '€ œ 1/2'],
    ['iso-8859-2', 'Łódź, ő, ñ', 'Łódź, ő, n'],
    ['shift_jis', '漢字 シャツ é', '漢字 シャツ e'],
    ['gb18030', '漢字 é 🧥', '漢字 é 🧥'],
    ['utf-8', 'Größe – 漢 🧥 e\u0301', 'Größe – 漢 🧥 é'],
  ])('%s: %s', (charset, text, written) => {
    expect(toCharset(text, charset)).toBe(written);
  });

  it('so that a browser replaces none of them', () => {
    const texts = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes));
    fc.assert(
      fc.property(texts, (text) => {
        expect(/^[\0-\x7f\xa0-\xff]*$/.test(toCharset(text, 'iso-8859-1'))).toBe(true);
        expect(/^[\0-\x7f]*$/.test(toCharset(text, 'us-ascii'))).toBe(true);
      }),
    );
  });

  it('and measured and cut only then', () => {
    const [line] = readOciForm(writeReturnForm(RETURN, [{ ...LINE, shortName: '€'.repeat(20) }], SETTINGS).fields, '4.0');

    expect(line?.DESCRIPTION).toBe('EUR'.repeat(14).slice(0, 40));
  });
});
