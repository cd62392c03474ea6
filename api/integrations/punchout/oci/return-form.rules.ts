import type { CUSTOM_VALUES } from '#contract/integrations/punchout/connection-values.ts';
import type { ReturnedLine } from '../cxml/write-cart.rules.ts';
import { cutText } from '../texts/cut-text.rules.ts';
import { type Fields, splitHook } from './call-up.rules.ts';
import { toCharset } from './charset.rules.ts';

/** A form that a browser posts to the buyer's system. */
export interface ReturnForm {
  action: string;
  /** The window or frame that it is posted to; null: the one that it is in. */
  target: string | null;
  /** The encoding in which it is posted, as browsers name it. */
  charset: string;
  /** Hidden fields in their order; names may occur several times. */
  fields: Fields;
}

/** What a field that a buyer has agreed on with the supplier can hold. */
export type CustomValue = (typeof CUSTOM_VALUES)[number];

/** The numbers of these fields, `CUST_FIELD1` to `CUST_FIELD5`. */
export type CustomFields = Readonly<Partial<Record<'1' | '2' | '3' | '4' | '5', CustomValue>>>;

/** A line as OCI returns it. */
export interface OciLine extends Omit<ReturnedLine, 'auxiliaryId' | 'extrinsics'> {
  /** What DETAIL and VALIDATE name the product by: the auxiliary id, otherwise the SKU. */
  productId: string;
  details: Readonly<Partial<Record<CustomValue, string>>>;
}

/** What of a connection is written into every line. */
export interface OciSettings {
  currencyCode: string;
  /** Our number in the buyer's system. */
  vendorNumber: string | null;
  /** The buyer's material groups by the beginning of a code of UNSPSC. */
  materialGroups: readonly { classification: string; group: string }[];
  customFields: CustomFields;
}

/** Where a cart of OCI goes, as its call-up said. */
export interface OciReturn {
  hookUrl: string;
  target: string | null;
  charset: string;
  controlFields: Fields;
}

/**
 * How long the fields are in OCI 4.0 and 5.0. Of those that other versions have otherwise, the buyer's number (MATNR, 18 in 3.0) is never written and the unit of the
 * price (9 in 3.0) is always 1, so one form suits all versions.
 */
export const FIELD_LENGTHS = {
  DESCRIPTION: 40,
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
  EXT_PRODUCT_ID: 40,
  EXT_SCHEMA_TYPE: 10,
  EXT_CATEGORY_ID: 60,
  CUST_FIELD1: 10,
  CUST_FIELD2: 10,
  CUST_FIELD3: 10,
  CUST_FIELD4: 20,
  CUST_FIELD5: 50,
} as const;
type FieldName = keyof typeof FIELD_LENGTHS;

/** The buyer's group of a code: that of the longest beginning that the connection names; undefined when there is none. */
export function findMaterialGroup(classification: string, groups: OciSettings['materialGroups']): string | undefined {
  const matching = groups.filter((entry) => classification.startsWith(entry.classification));
  return matching.toSorted((one, other) => other.classification.length - one.classification.length)[0]?.group;
}

/** A text in the encoding of the return, cut only then: `€` may have become `EUR`. */
const writeText = (text: string, charset: string, most: number): string =>
  cutText(toCharset(text, charset), { most, countedIn: 'characters' });

function listValues(line: OciLine, settings: OciSettings, charset: string): Partial<Record<FieldName, string | undefined>> {
  const { manufacturer, leadDays, classification } = line;
  return {
    // A line without a description is dropped.
    DESCRIPTION: toCharset(line.shortName, charset) === '' ? line.sku : line.shortName,
    QUANTITY: String(line.quantity),
    UNIT: line.unitOfMeasure,
    PRICE: line.unitPrice,
    PRICEUNIT: '1',
    CURRENCY: settings.currencyCode,
    LEADTIME: leadDays === undefined ? undefined : String(leadDays),
    VENDOR: settings.vendorNumber ?? undefined,
    VENDORMAT: line.sku,
    // A name that is cut would be the code of another manufacturer.
    MANUFACTCODE: manufacturer && manufacturer.name.length <= FIELD_LENGTHS.MANUFACTCODE ? manufacturer.name : undefined,
    MANUFACTMAT: manufacturer?.partId,
    MATGROUP: findMaterialGroup(classification, settings.materialGroups),
    EXT_PRODUCT_ID: line.productId,
    EXT_SCHEMA_TYPE: 'UNSPSC',
    EXT_CATEGORY_ID: classification,
    ...listCustomValues(line, settings),
  };
}

const listCustomValues = ({ details }: OciLine, { customFields }: OciSettings) =>
  Object.fromEntries(Object.entries(customFields).map(([number, value]) => [`CUST_FIELD${number}`, details[value]]));

function writeLine(line: OciLine, index: number, settings: OciSettings, charset: string): Fields {
  const values = Object.entries(listValues(line, settings, charset)) as [FieldName, string | undefined][];
  const fields = values
    .map(([name, value = '']) => [`NEW_ITEM-${name}[${index}]`, writeText(value, charset, FIELD_LENGTHS[name])] as const)
    .filter(([, value]) => value !== '');
  const longText = toCharset(line.description, charset);
  // The number of the line stands before the length of a row; in the other form, all texts would be those of the first line.
  return longText === '' ? fields : [...fields, [`NEW_ITEM-LONGTEXT_${index}:132[]`, longText]];
}

/**
 * The form that returns a cart over OCI. One without lines tells the buyer's system that the user is back without having chosen anything. The parameters of the hook
 * and SAP SRM's control fields go back as they came.
 */
export function writeReturnForm(
  { hookUrl, target, charset, controlFields }: OciReturn,
  lines: readonly OciLine[],
  settings: OciSettings,
): ReturnForm {
  const { action, fields } = splitHook(hookUrl, charset);
  return {
    action,
    target,
    charset,
    fields: [...fields, ...controlFields, ...lines.flatMap((line, place) => writeLine(line, place + 1, settings, charset))],
  };
}

/** Fields by name; one that occurs several times has a list of its values. */
export function toFieldRecord(fields: Fields): Record<string, string | string[]> {
  const values = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0]?.[1] ?? '') : all.map(([, value]) => value)]),
  );
}
