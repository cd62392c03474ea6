import { EXAMPLE_NUMBERS, EXAMPLE_TEXTS, exampleName } from './example-values.ts';

/** The keywords of the contract's schemas that examples depend on. */
export interface ExampleSchema {
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: ExampleSchema[];
  items?: ExampleSchema;
  minItems?: number;
  properties?: Record<string, ExampleSchema>;
  required?: string[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  contentMediaType?: string;
}

/** Whether a reply is a file, not JSON. */
export const isFile = ({ contentMediaType }: ExampleSchema): boolean => contentMediaType !== undefined;

const UUID = '0b8f6f0e-3c1d-4a57-9a43-6d1f2f0c5e11';
const DAY = '2026-03-12';
const TIME = '2026-03-12T09:12:44Z';

/** The value that a description gives: "for example `GBP`", "such as `GBP`", or the first of the codes that it lists. */
const describedText = (description = '') =>
  (/(?:for example|such as|always) `([^`]+)`/i.exec(description) ?? /(?:^|: )`([\w.-]+)`/.exec(description))?.[1];

/** The first of the numbers that a description explains: "0 centimetres, 2 inches". */
const describedNumber = (description = '') => /^(\d+) [a-z]/.exec(description)?.[1];

/** The first word of a pattern that lists words: `^(open|paid)$`. */
const listedWord = (pattern = '') => /^\^(?:-\?)?\((\w+)\|/.exec(pattern)?.[1];

function textExample(name: string, record: string, { description, pattern, format }: ExampleSchema): string | undefined {
  if (format === 'date' || /On(Min|Max)?$/.test(name) || pattern?.includes(String.raw`\d{4}-\d{2}-\d{2}`)) return DAY;
  if (/Utc$|At(Min|Max)$/.test(name)) return TIME;
  if (/Guid$/.test(name) || pattern?.includes('[0-9a-f]{8}') || pattern?.includes('[0-9a-fA-F]{8}')) return UUID;
  if (pattern?.startsWith('^[A-Za-z0-9_-]+$')) return 'pQECAyYgASFYIA';
  return listedWord(pattern) ?? describedText(description) ?? (name === 'name' ? exampleName(record) : EXAMPLE_TEXTS[name]);
}

/** A number that is the same wherever an example names the same kind of record, as `orderId` or as the `id` of one of `orders`. */
function exampleId(record: string): number {
  const kind = record.replace(/(Ids?|s)$/, '').toLowerCase();
  return 100 + ([...kind].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % 900);
}

function numberExample(name: string, record: string, { type, description, minimum, maximum }: ExampleSchema): number {
  const isWhole = [type].flat().includes('integer');
  const known = [EXAMPLE_NUMBERS[name], describedNumber(description), describedText(description)]
    .map((value) => Number(value ?? Number.NaN))
    .find(
      (value) =>
        (isWhole ? Number.isInteger(value) : !Number.isNaN(value)) && value >= (minimum ?? value) && value <= (maximum ?? value),
    );
  if (known !== undefined) return known;
  const usual = /ids?$/i.test(name) ? exampleId(/^ids?$/i.test(name) ? record : name) : isWhole ? 2 : 24.5;
  return Math.min(Math.max(usual, minimum ?? 0), maximum ?? usual);
}

/**
 * A realistic value that a schema of the contract allows. `name` is that of the field, or of the list that it is in; `record` that of the
 * field with the object to which it belongs. A text that may be null is null when no value is known for it; for any other text of which no
 * value is known, it throws.
 */
export function exampleOf(schema: ExampleSchema, name = '', record = ''): unknown {
  const types = [schema.type ?? []].flat();
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0] as ExampleSchema, name, record);
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, property]) => [key, exampleOf(property, key, name)]));
  const { items } = schema;
  if (items) return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => exampleOf(items, name, record));
  if (types.includes('integer') || types.includes('number')) return numberExample(name, record, schema);
  if (types.includes('boolean')) return true;
  if (types.includes('object')) return {};
  const text = types.includes('string') ? textExample(name, record, schema) : undefined;
  if (text !== undefined) return text;
  if (types.includes('null') || types.length === 0) return null;
  throw new Error(`The field ${name} needs an example: in its description, or in example-values.ts.`);
}
