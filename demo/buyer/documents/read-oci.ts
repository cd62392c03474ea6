import type { ReturnedLine } from '../requisitions.ts';
import type { Return } from '../returns.ts';
import { type FormFields, findField } from './form-fields.ts';

/** How long the fields of OCI 4.0 and 5.0 are, by SAP's description. */
const LENGTHS: Readonly<Record<string, number>> = {
  DESCRIPTION: 40,
  MATNR: 40,
  QUANTITY: 15,
  UNIT: 3,
  PRICE: 15,
  PRICEUNIT: 5,
  CURRENCY: 5,
  LEADTIME: 5,
  VENDOR: 10,
  VENDORMAT: 40,
  MANUFACTCODE: 10,
  MANUFACTMAT: 40,
  MATGROUP: 10,
  SERVICE: 1,
  CONTRACT: 10,
  CONTRACT_ITEM: 5,
  EXT_QUOTE_ID: 35,
  EXT_QUOTE_ITEM: 10,
  EXT_PRODUCT_ID: 40,
  ATTACHMENT: 255,
  ATTACHMENT_TITLE: 255,
  ATTACHMENT_PURPOSE: 1,
  EXT_SCHEMA_TYPE: 10,
  EXT_CATEGORY_ID: 60,
  EXT_CATEGORY: 40,
  CUST_FIELD1: 10,
  CUST_FIELD2: 10,
  CUST_FIELD3: 10,
  CUST_FIELD4: 20,
  CUST_FIELD5: 50,
  ITEM_TYPE: 1,
  PARENT_ID: 5,
};

const QUANTITY = /^\d{1,11}(\.\d{1,3})?$/;
const PRICE = /^\d{1,11}(\.\d{1,4})?$/;

type Item = Map<string, string>;

/** The fields of each line. Long texts name their line before the length of a row; in the other form they all belong to the first line. */
function collect(fields: FormFields): { items: Map<number, Item>; findings: string[] } {
  const items = new Map<number, Item>();
  const findings: string[] = [];
  const add = (place: string, name: string, value: string) => {
    const item = items.get(Number(place)) ?? new Map<string, string>();
    items.set(Number(place), item.set(name, (item.get(name) ?? '') + value));
  };
  for (const [name, value] of fields) {
    const [, longTextPlace] = /^NEW_ITEM-LONGTEXT_(\d{1,5}):132\[\]$/.exec(name) ?? [];
    const [, fieldName, place] = /^NEW_ITEM-([A-Z0-9_]{1,30})\[(\d{1,5})\]$/.exec(name) ?? [];
    if (longTextPlace !== undefined) add(longTextPlace, 'LONGTEXT', value);
    else if (fieldName !== undefined && place !== undefined) {
      const length = LENGTHS[fieldName];
      if (length === undefined) findings.push(`${name} is no field of OCI.`);
      else if (value.length > length) findings.push(`${name} is longer than ${length} characters.`);
      add(place, fieldName, value.slice(0, length));
    } else if (/^NEW_ITEM/i.test(name)) findings.push(`${name} is not how a field of a line is written.`);
  }
  return { items, findings };
}

/** Why SAP drops a line, without telling the supplier. */
function listFaults(item: Item, place: number, units: readonly string[]): string[] {
  const get = (name: string) => item.get(name) ?? '';
  const faults: string[] = [];
  if (get('DESCRIPTION') === '' && get('MATNR') === '') faults.push(`Line ${place} has no description.`);
  if (!QUANTITY.test(get('QUANTITY')) || Number(get('QUANTITY')) === 0) faults.push(`Line ${place} has no quantity.`);
  if (get('UNIT') === '' && get('MATNR') === '') faults.push(`Line ${place} has no unit.`);
  else if (!units.includes(get('UNIT')))
    faults.push(`Unit of measure ${get('UNIT')} is not an ISO code. Line ${place} is not transferred.`);
  if (get('PRICE') !== '' && !PRICE.test(get('PRICE'))) faults.push(`Line ${place} has a price that is no number.`);
  if (get('PRICE') !== '' && get('CURRENCY') === '') faults.push(`Line ${place} has a price without a currency.`);
  if (get('PRICEUNIT') !== '' && !/^[1-9]\d{0,4}$/.test(get('PRICEUNIT'))) faults.push(`Line ${place} has no price unit.`);
  if (get('EXT_CATEGORY_ID') !== '' && get('EXT_SCHEMA_TYPE') === '')
    faults.push(`Line ${place} has a category without its schema.`);
  return faults;
}

function toLine(item: Item): ReturnedLine {
  const get = (name: string) => item.get(name) ?? '';
  return {
    partId: get('VENDORMAT'),
    auxiliaryId: get('EXT_PRODUCT_ID'),
    quantity: get('QUANTITY'),
    unitPrice: get('PRICE'),
    currencyCode: get('CURRENCY'),
    shortName: get('DESCRIPTION'),
    description: get('LONGTEXT') || get('DESCRIPTION'),
    unit: get('UNIT'),
    classificationDomain: get('EXT_SCHEMA_TYPE'),
    classification: get('EXT_CATEGORY_ID'),
    manufacturerPartId: get('MANUFACTMAT'),
    manufacturerName: get('MANUFACTCODE'),
    leadDays: get('LEADTIME'),
  };
}

/**
 * Reads the lines of a form of OCI, strictly: a line with a fault is dropped, as SAP does. `units` are the ISO codes that the system knows.
 */
export function readOciForm(fields: FormFields, units: readonly string[]): Return {
  const { items, findings } = collect(fields);
  const places = [...items.keys()].sort((one, other) => one - other);
  const lines: ReturnedLine[] = [];
  for (const [index, place] of places.entries()) {
    if (place !== index + 1) findings.push(`Line ${place} comes where line ${index + 1} is expected.`);
    const item = items.get(place) as Item;
    const faults = listFaults(item, place, units);
    findings.push(...faults);
    if (faults.length === 0) lines.push(toLine(item));
  }
  if (findField(fields, '~CALLER') === undefined) findings.push('The field ~CALLER did not come back.');
  return {
    status: null,
    buyerCookie: null,
    operationAllowed: 'create',
    shipping: undefined,
    tax: undefined,
    lines,
    findings,
    xml: null,
  };
}
