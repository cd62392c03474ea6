import { describe, expect, it } from 'vitest';
import { findParameter, readCallUp, readFields, splitHook } from './call-up.rules.ts';
import { chooseCharset } from './charset.rules.ts';

const readQuery = (query: string) => readCallUp(readFields(query));

describe('a call-up', () => {
  it('is read whatever the case of its names, with the fields that go back as they came', () => {
    const callUp = readQuery(
      'username=acme&PASSWORD=p%26w&Hook_Url=https%3A%2F%2Fsrm.example%2Fin%3Fsid%3D9&~OkCode=ADDI&~TARGET=_top&~Caller=CTLG&oci_version=4.0&http_content_charset=UTF-8',
    );

    expect(callUp).toMatchObject({
      function: 'shop',
      hookUrl: 'https://srm.example/in?sid=9',
      version: '4.0',
      charset: 'utf-8',
      target: '_top',
      controlFields: [
        ['~OkCode', 'ADDI'],
        ['~TARGET', '_top'],
        ['~Caller', 'CTLG'],
      ],
    });
    expect(findParameter(callUp.parameters, 'USERNAME')).toBe('acme');
    expect(findParameter(callUp.parameters, 'password')).toBe('p&w');
    expect(findParameter(callUp.parameters, 'customer')).toBeUndefined();
  });

  it.each([
    ['', 'shop'],
    ['function=detail', 'detail'],
    ['FUNCTION=VALIDATE', 'validate'],
    ['Function=Background_Search', 'backgroundSearch'],
    ['FUNCTION=SOURCING', 'sourcing'],
    ['FUNCTION=QUOTE', 'unknown'],
    ['FUNCTION=constructor', 'unknown'],
  ])('%s asks for %s', (query, name) => {
    expect(readQuery(query).function).toBe(name);
  });

  it('names a product, a quantity and what is searched for', () => {
    expect(readQuery('FUNCTION=VALIDATE&PRODUCTID=Q7&QUANTITY=12.000')).toMatchObject({ productId: 'Q7', quantity: 12 });
    expect(readQuery('SEARCHSTRING=Gr%F6%DFe+L').searchText).toBe('Größe L');
    expect(readQuery('SEARCHSTRING=Gr%C3%B6%C3%9Fe').searchText).toBe('Größe');
    for (const quantity of ['0', '-1', '1.5', '1e3', '', 'many'])
      expect(readQuery(`QUANTITY=${quantity}`).quantity).toBeUndefined();
  });

  it.each([
    ['returntarget=_parent&~TARGET=_top', '_parent'],
    ['returntarget=shopFrame', 'shopFrame'],
    ['returntarget=_blank', null],
    ['returntarget=_new', null],
    ['returntarget=%22onload=', null],
    ['', null],
  ])('is returned to the window that it names (%s), but to no further one', (query, target) => {
    expect(readQuery(query).target).toBe(target);
  });

  it('with parameters without end is read as far as one has ever had them', () => {
    expect(readFields('a=1&'.repeat(100_000)).length).toBeLessThanOrEqual(200);
  });
});

it.each([
  [undefined, 'iso-8859-1'],
  ['', 'iso-8859-1'],
  ['ISO-8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['utf8', 'utf-8'],
  [' UTF-8 ', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['ISO-8859-15', 'iso-8859-15'],
  ['Shift_JIS', 'shift_jis'],
  ['us-ascii', 'us-ascii'],
  ['utf-16', 'utf-8'],
  ['utf-7', 'iso-8859-1'],
  ['klingon', 'iso-8859-1'],
])('O4: for the encoding %s, the form is posted in %s', (asked, charset) => {
  expect(chooseCharset(asked)).toBe(charset);
});

describe('O1: the parameters of a hook become hidden fields', () => {
  it.each([
    ['https://srm.example/in', 'https://srm.example/in', []],
    ['https://srm.example/in?', 'https://srm.example/in', []],
    ['https://srm.example/in?sap-client=100', 'https://srm.example/in', [['sap-client', '100']]],
    [
      'https://srm.example:8443/a%20b?sid=A%2FB%3D&x=&y&name=a+b&url=http://c?d=e#part',
      'https://srm.example:8443/a%20b',
      [
        ['sid', 'A/B='],
        ['x', ''],
        ['y', ''],
        ['name', 'a b'],
        ['url', 'http://c?d=e'],
      ],
    ],
    [
      'https://srm.example/in?a=1&a=2&b=&a=3&A=4',
      'https://srm.example/in',
      [
        ['a', '1'],
        ['a', '2'],
        ['b', ''],
        ['a', '3'],
        ['A', '4'],
      ],
    ],
    ['SAPEVENT:OCI?session=1', 'SAPEVENT:OCI', [['session', '1']]],
  ])('%s', (hook, action, fields) => {
    expect(splitHook(hook, 'utf-8')).toEqual({ action, fields });
  });

  it('in the encoding of the form, so that the bytes come back that were there', () => {
    expect(splitHook('https://a.example/?n=%E4', 'iso-8859-1').fields).toEqual([['n', 'ä']]);
    // Two bytes, each a character of Latin-1, which are posted as these two bytes again.
    expect(splitHook('https://a.example/?n=%C3%A4', 'iso-8859-1').fields).toEqual([['n', 'Ã¤']]);
    expect(splitHook('https://a.example/?n=%C3%A4', 'utf-8').fields).toEqual([['n', 'ä']]);
  });
});
