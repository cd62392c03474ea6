import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { contract } from './index.ts';
import { nullable, oneOf } from './values.ts';

/** Names that say everything about the property, wherever it is. A new name needs a description. */
const SELF_EVIDENT = new Set([
  'id',
  'name',
  'firstName',
  'lastName',
  'email',
  'company',
  'address1',
  'address2',
  'city',
  'county',
  'zipPostalCode',
  'countryName',
  'phoneNumber',
  'faxNumber',
  'password',
  'currentPassword',
  'newPassword',
  'note',
  'productName',
  'bodyId',
  'customerId',
  'garmentId',
  'combinationId',
  'invoiceId',
  'invoiceNumber',
  'orderId',
  'orderItemId',
  'organisationId',
  'organisationName',
  'productId',
  'sizeId',
  'NotInvited',
  'Invited',
  'Expired',
]);

type Schema = TSchema & {
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
};

const isStructure = ({ properties, items }: Schema): boolean => Boolean(properties ?? items?.properties);

/** Paths of properties without a description. The envelope of a reply is described by the call itself. */
function listUndescribed(schema: Schema, path: string, isEnvelope: boolean): string[] {
  const inside = [schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const isClear = property.description || SELF_EVIDENT.has(name) || (isEnvelope && isStructure(property));
      return [...(isClear ? [] : [`${path}.${name}`]), ...listUndescribed(property, `${path}.${name}`, false)];
    }),
    ...inside.flatMap((part) => listUndescribed(part, path, false)),
  ];
}

const calls = Object.entries<Endpoint>(contract);

test('every call has a summary of a few words', () => {
  const bad = calls.filter(([, { summary }]) => !/^[A-Z][^.;\n]{2,79}$/.test(summary)).map(([call]) => call);
  expect(bad.join('\n')).toBe('');
});

test('every call has a name of its own, as generators of clients need it', () => {
  const names = calls.map(([, { name }]) => name);
  expect(names.filter((name) => !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(name) || name.length > 40)).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every property of a query, body or reply is described or has a self-evident name', () => {
  const found = calls.flatMap(([call, { query, form, body, reply }]) =>
    Object.entries({ query, form, body, reply }).flatMap(([part, schema]) =>
      schema ? listUndescribed(schema as Schema, `${call} ${part}`, part === 'reply') : [],
    ),
  );
  expect(found.join('\n')).toBe('');
});

/** Fields of text that list three or more values in their description, and so should name them in their schema. */
function listProse(schema: Schema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], description = '', enum: values } = schema;
  const isText = [type].flat().includes('string') && values === undefined;
  const isList = isText && (description.match(/`[^`]+`/g) ?? []).length >= 3 && !NOT_A_LIST.has(description);
  return [
    ...(isList ? [`${path}: ${description}`] : []),
    ...Object.entries(properties).flatMap(([name, property]) => listProse(property, `${path}.${name}`)),
    ...(items ? listProse(items, `${path}[]`) : []),
    ...anyOf.flatMap((part) => listProse(part, path)),
  ];
}

/** Descriptions that give examples out of many values. */
const NOT_A_LIST = new Set(['What happened, for example `approved`, `line_changed` or `cancelled`; `note` for a text.']);

/** Numbers of a request without bounds that the database can store, and days without. */
function listUnbounded(schema: Schema & Bounds, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], enum: values, pattern = '' } = schema;
  if (schema.const !== undefined) return [];
  const [least, most] = [schema.minimum ?? schema.exclusiveMinimum, schema.maximum];
  const isNumber = [type].flat().some((name) => name === 'number' || name === 'integer') && values === undefined;
  const isBounded = [least, most].every((bound) => bound !== undefined && Number.isSafeInteger(bound));
  const isOpenDay = pattern.includes('\\d{4}-') && schema.format !== 'date';
  return [
    ...((isNumber && !isBounded) || isOpenDay ? [path] : []),
    ...Object.entries(properties).flatMap(([name, property]) => listUnbounded(property, `${path}.${name}`)),
    ...(items ? listUnbounded(items, `${path}[]`) : []),
    ...anyOf.flatMap((part) => listUnbounded(part, path)),
  ];
}

interface Bounds {
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

test('every number and day of a request is bounded', () => {
  const found = calls.flatMap(([call, { params, query, form, body }]) =>
    Object.entries({ params, query, form, body }).flatMap(([part, schema]) =>
      schema ? listUnbounded(schema as Schema, `${call} ${part}`) : [],
    ),
  );
  expect(found.join('\n')).toBe('');
});

const hasList = ({ properties = {}, items, anyOf = [] }: Schema): boolean =>
  items !== undefined || Object.values(properties).some(hasList) || anyOf.some(hasList);

/** Whether a body can be without a list, so that a misspelt name leaves the list out. */
const hasOptionalList = ({ properties = {}, items, anyOf = [], required = [] }: Schema & { required?: string[] }): boolean =>
  Object.entries(properties).some(([name, part]) => (!required.includes(name) && hasList(part)) || hasOptionalList(part)) ||
  (items !== undefined && hasOptionalList(items)) ||
  anyOf.some(hasOptionalList);

/** Calls of the specification, whose clients send back whole records as they received them, or names of their own. */
const IGNORES_UNKNOWN = new Set([
  'POST /api/customers',
  'PUT /api/customers/:id',
  'POST /api/productorganisation',
  'POST /api/quote',
  'PUT /api/productorganisation',
  'POST /api/registerwithtoken',
  'POST /api/returnrequest',
  'PUT /api/shopping_cart_items/:id',
  'POST /api/shopping_cart_items/multiple',
  'POST /api/product/stockmultiple',
  'POST /api/product/getbuynowtotals',
  'POST /api/checkoutsummary',
  'POST /api/setpaymentform',
  'POST /sizing/body/newbody',
  'PUT /sizing/body/:id',
  'PUT /sizing/body/defaultupdate/:id',
  // The answer of a browser, as the standard for passkeys has it.
  'POST /api/operator/passkeys',
]);

test('a call that replaces lists, or does without a list what it does for all, refuses unknown properties', () => {
  const found = calls.filter(([call, { body, refusesUnknown }]) => {
    const replaces = body && (call.startsWith('PUT') ? hasList(body as Schema) : hasOptionalList(body as Schema));
    return replaces && !refusesUnknown && !IGNORES_UNKNOWN.has(call);
  });
  expect(found.map(([call]) => call).join('\n')).toBe('');
  expect([...IGNORES_UNKNOWN].filter((call) => !calls.some(([name]) => name === call))).toEqual([]);
});

test('a field of a reply that has one of a few values names them in its schema, not in prose', () => {
  const found = calls.flatMap(([call, { reply }]) => (reply ? listProse(reply as Schema, call) : []));
  expect([...new Set(found)].join('\n')).toBe('');
});

test('a value that may be null and is one of a list permits null in the list too', () => {
  expect(nullable(oneOf(['a', 'b'], 'Either.'))).toMatchObject({ type: ['string', 'null'], enum: ['a', 'b', null] });
  expect(oneOf([1, 2], 'Either.')).toMatchObject({ type: 'integer', enum: [1, 2] });
});
