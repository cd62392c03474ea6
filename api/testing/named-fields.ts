import { contract } from '#contract/index.ts';

interface Schema {
  type?: string | string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
type Parts = Partial<Record<'body' | 'form' | 'query' | 'params', Schema>>;

/** The fields of a part of a request that accept a text, by their path. */
function fieldsThatAccept(text: string, schema: Schema | undefined, path: string): string[] {
  if (!schema) return [];
  const isText = [schema.type].flat().includes('string') && !schema.enum && schema.const === undefined && !schema.format;
  const accepts =
    isText &&
    (!schema.pattern || new RegExp(schema.pattern, 'u').test(text)) &&
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
  return [
    ...(accepts ? [path] : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) =>
      (parts ?? []).flatMap((part) => fieldsThatAccept(text, part, path)),
    ),
    ...fieldsThatAccept(text, schema.items, `${path}[]`),
    ...Object.entries({ ...schema.properties, ...schema.patternProperties }).flatMap(([name, part]) =>
      fieldsThatAccept(text, part, path === '' ? name : `${path}.${name}`),
    ),
  ];
}

/** The calls of the contract that write, each with the fields in which it accepts a text. */
export const listFieldsThatAccept = (text: string): [call: string, fields: string[]][] =>
  (Object.entries(contract) as [string, Parts][])
    .filter(([call]) => !call.startsWith('GET '))
    .map(([call, { body, form, query }]): [string, string[]] => [
      call,
      [...new Set([body, form, query].flatMap((part) => fieldsThatAccept(text, part, '')))],
    ])
    .filter(([, fields]) => fields.length > 0);

/** The call of the contract that a request is, such as `POST /api/customers/:id/erase`. */
export const findCall = (method: string, path: string): string | undefined =>
  Object.keys(contract).find((call) => {
    const [verb, pattern = ''] = call.split(' ');
    return verb === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0] ?? '');
  });
