import { describe, expect, it, test } from 'vitest';
import { explainUnknownCode } from './explain-unknown-code.ts';
import { findOtherKeyboardScan, hasForeignLetters } from './keyboards.ts';

const none = () => false;

test.each([
  ['a French computer', '(à-ààà&à&àà"_', '5060001010038'],
  ['a Belgian computer', '(à§ààà&à&àà"!', '5060001010038'],
  ['a Czech computer', 'řéžééé+é+ééšá', '5060001010038'],
  ['a Slovak computer', 'ťéžééé+é+ééšá', '5060001010038'],
  ['a Hungarian computer', '5ö6ööö1ö1öö38', '5060001010038'],
  ['a French scanner', '%)^)))!)!))#*', '5060001010038'],
  ['a French scanner on a British computer', '%)^)))!)!))£*', '5060001010038'],
  ['a German computer, with the symbology', '+C10105060001010038', ']C10105060001010038'],
  ['a Swedish computer, with the symbology', '¨C10105060001010038', ']C10105060001010038'],
])('%s: the code is recognised', (_, typed, code) => {
  expect(findOtherKeyboardScan(typed, none)).toBe(code);
});

describe('a SKU', () => {
  it.each([
    ['MERßOX', 'MER-OX'],
    ['SHZ-1', 'SHY-1'],
  ])('%s is recognised when the other one is known', (typed, sku) => {
    const tried: string[] = [];
    const found = findOtherKeyboardScan(typed, (code) => {
      tried.push(code);
      return code.replaceAll(/[^A-Z\d]/g, '-') === sku;
    });
    expect([found?.replaceAll(/[^A-Z\d]/g, '-'), findOtherKeyboardScan(typed, none)]).toEqual([sku, undefined]);
    expect(tried.length).toBeLessThan(31);
  });
});

it('leaves codes alone that are what they seem', () => {
  expect(['5060001010038', 'MER-OX 16', '', 'R50012'].map((code) => findOtherKeyboardScan(code, none))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['MER-OX', 'мер-ох', 'ÖX-1', ']C1\u001d01'].map(hasForeignLetters)).toEqual([false, true, true, false]);
});

it('says what an unknown code can be', () => {
  expect(explainUnknownCode('(à-ààà&à&àà"_', 'Unknown.')).toBe(
    'The scanner typed “(à-ààà&à&àà"_” for 5060001010038. It is set to the keyboard of another country than this computer. Set both to the same country.',
  );
  expect(explainUnknownCode('15060001010035', 'Unknown.')).toBe(
    'This is the code of a carton. Scan each piece, or enter the SKU.',
  );
  expect(explainUnknownCode('мер-ох', 'Unknown.')).toMatch(/^Unknown\. If the label shows other characters, /);
  expect(explainUnknownCode('X', 'Unknown.')).toBe('Unknown.');
});
