import { describe, expect, it } from 'vitest';
import type { Brand } from '#api/platform/http/hosts.ts';
import { readFormPage } from '#api/testing/read-form-page.ts';
import { type ReturnedLine, writeCart } from '../cxml/write-cart.rules.ts';
import { writeMessage } from '../cxml/write-envelope.rules.ts';
import type { ReturnForm } from '../oci/return-form.rules.ts';
import { readXmlDocument } from '../xml/read-xml.ts';
import { findChild } from '../xml/xml-element.ts';
import { writeCxmlForm } from './cxml-form.rules.ts';
import {
  createFormPagePolicy,
  type PageLook,
  SUBMIT_SCRIPT_PATH,
  writeFormPage,
  writeNoticePage,
  writeSearchPage,
} from './form-page.rules.ts';

const BRAND: Brand = {
  id: 1,
  name: 'brackwell',
  companyName: 'Brackwell Workwear',
  canonicalOrigin: 'https://brackwell.example',
  termsUrl: null,
  privacyUrl: null,
  captchaEnabled: false,
  captchaPublicKey: null,
  helpEmail: null,
  helpPhone: null,
  helpText: null,
};
const LOOK: PageLook = { brand: BRAND, nonce: 'n0nce' };
const FORM: ReturnForm = {
  action: 'https://buyer.example/in?a=1&b=%20"',
  target: '_top',
  charset: 'iso-8859-1',
  fields: [
    ['sid', '9'],
    ['submit', ''],
    ['NEW_ITEM-DESCRIPTION[1]', `Größe 'L' "soft" <b> &amp; \t`],
    ['sid', '10'],
  ],
};

describe('the page with a return form', () => {
  const page = writeFormPage(FORM, 'Corvane Rail', 'cart', LOOK);

  it('has the fields, address, target and encoding as they are, repeated names too', () => {
    expect(readFormPage(page)).toEqual({
      action: FORM.action,
      method: 'post',
      target: '_top',
      charset: 'iso-8859-1',
      fields: FORM.fields,
    });
    expect(readFormPage(writeFormPage({ ...FORM, target: null }, 'Corvane Rail', 'cart', LOOK)).target).toBeUndefined();
  });

  it('is posted by a script of its own, or by its button, which adds no field', () => {
    expect(page.match(/<script[^>]*>.*?<\/script>/g)).toEqual([`<script src="${SUBMIT_SCRIPT_PATH}"></script>`]);
    expect(page).toContain('<button>Return to Corvane Rail</button>');
    expect(page).not.toMatch(/ on[a-z]+=|style="|javascript:/);
  });

  it('may be posted to the buyer alone, and shown in its frames alone', () => {
    const policy = createFormPagePolicy('n0nce', { formOrigins: ['https://buyer.example'], frameAncestors: [] });

    expect(policy).toContain("form-action https://buyer.example; frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'nonce-n0nce'");
    expect(createFormPagePolicy('n', { formOrigins: [], frameAncestors: ['https://a.example', 'https://b.example'] })).toContain(
      "form-action 'none'; frame-ancestors https://a.example https://b.example",
    );
  });
});

describe('the page with what a search has found', () => {
  const write = (shown: number, found: number) =>
    writeSearchPage(FORM, { searchText: '<polo>', shown, found }, 'Corvane Rail', LOOK);

  it('has one form and no script', () => {
    expect(readFormPage(write(2, 2)).fields).toEqual(FORM.fields);
    expect(write(2, 2)).not.toMatch(/<script|http-equiv/);
  });

  it('says when there is more, or nothing', () => {
    expect(write(50, 120)).toContain('The first 50 of 120 items for “&lt;polo&gt;”. To see the others, search for more words.');
    expect(write(50, 50)).not.toContain('The first');
    expect(write(0, 0)).toContain('No items for “&lt;polo&gt;”. Try other words.');
  });
});

describe('E1: a message arrives as it was written', () => {
  const DESCRIPTION = 'Größe é € 漢 🧥 <b>soft</b> ]]> "L" \'x\' 100%20 &#233; a=1&b=2+3';
  const LINE: ReturnedLine = {
    quantity: 1,
    sku: 'A',
    auxiliaryId: 'Q7',
    unitPrice: '1.00',
    shortName: DESCRIPTION,
    description: DESCRIPTION,
    unitOfMeasure: 'EA',
    classification: '53101602',
    manufacturer: undefined,
    leadDays: undefined,
    extrinsics: {},
  };
  const parties = { from: { domain: 'DUNS', identity: '1' }, to: { domain: 'DUNS', identity: '2' } };
  const facts = { payloadId: '1@portal.example', at: new Date('2026-11-20T10:15:31Z'), dtdVersion: '1.2.014' };
  const cart = {
    buyerCookie: `<c> & "é" 漢`,
    operationAllowed: 'edit',
    currencyCode: 'GBP',
    total: '1.00',
    lines: [LINE],
  } as const;
  const document = writeMessage(
    facts,
    parties,
    false,
    writeCart({ ...cart, shipTo: undefined, shipping: undefined, tax: undefined }),
  );

  /** What the buyer's system reads from the field. */
  const readMessage = (xml: Uint8Array) => {
    const message = findChild(findChild(readXmlDocument(xml), 'Message'), 'PunchOutOrderMessage');
    const detail = findChild(findChild(message, 'ItemIn'), 'ItemDetail');
    return [findChild(message, 'BuyerCookie')?.text, findChild(findChild(detail, 'Description'), 'ShortName')?.text];
  };
  const post = (encoding: 'urlencoded' | 'base64') =>
    readFormPage(writeFormPage(writeCxmlForm('https://b.example/in?x=1', null, document, encoding), 'B', 'cart', LOOK));

  it('as cxml-urlencoded, in ASCII and encoded once, by the browser', () => {
    const { action, fields } = post('urlencoded');
    const [[name, value] = ['', '']] = fields;

    expect([action, name, fields.length]).toEqual(['https://b.example/in?x=1', 'cxml-urlencoded', 1]);
    expect(value).toMatch(/^[\n -~]+$/);
    // That of the description, and none of ours.
    expect(value.match(/%[0-9A-F]{2}/g)).toEqual(['%20', '%20']);
    // Whatever encoding the receiver reads it in, as ASCII is a part of each.
    expect(readMessage(Buffer.from(value, 'latin1'))).toEqual([cart.buyerCookie, DESCRIPTION]);
  });

  it('as cxml-base64, the bytes of UTF-8 without a byte order mark', () => {
    const { fields } = post('base64');
    const [[name, value] = ['', '']] = fields;
    const xml = Buffer.from(value, 'base64');

    expect([name, fields.length, xml.subarray(0, 5).toString()]).toEqual(['cxml-base64', 1, '<?xml']);
    expect(xml.toString()).toBe(document);
    expect(readMessage(xml)).toEqual([cart.buyerCookie, DESCRIPTION]);
  });
});

it('X4: nothing in a name, a field or an address becomes markup', () => {
  const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
  const form: ReturnForm = { action: `https://b.example/${attack}`, target: null, charset: 'utf-8', fields: [[attack, attack]] };
  const look = { ...LOOK, brand: { ...BRAND, companyName: attack } };
  const pages = [
    writeFormPage(form, attack, 'cart', look),
    writeSearchPage(form, { searchText: attack, shown: 1, found: 2 }, attack, look),
    writeNoticePage(attack, attack, look),
  ];

  for (const page of pages)
    expect(page.match(/<(script|img)\b[^>]*>/g) ?? []).toEqual(page === pages[0] ? [`<script src="${SUBMIT_SCRIPT_PATH}">`] : []);
  expect(readFormPage(pages[0] ?? '').fields).toEqual([[attack, attack]]);
});
