import type { TSchema } from 'typebox';

/** The parts of a schema that are shown to people. */
export interface ShownSchema {
  type?: string | string[];
  const?: unknown;
  anyOf?: ShownSchema[];
  items?: ShownSchema;
  properties?: Record<string, ShownSchema>;
  required?: string[];
  description?: string;
  contentMediaType?: string;
}

/** A schema as help and error messages read it. */
export const shown = (schema: TSchema): ShownSchema => schema as ShownSchema;

/** The fixed values that a schema allows; empty when it allows others. */
function listFixedValues({ anyOf = [], const: fixed }: ShownSchema): string[] {
  if (fixed !== undefined) return [String(fixed)];
  const values = anyOf.filter(({ type }) => type !== 'null').map((schema) => listFixedValues(schema)[0]);
  return values.every((value) => value !== undefined) ? values : [];
}

const isObject = ({ properties }: ShownSchema) => properties !== undefined;

/** Whether a value of the schema can be written as an option: no object, and no list of objects. */
export const isPlain = ({ items, ...schema }: ShownSchema): boolean =>
  !isObject(schema) && (items === undefined || !isObject(items));

/** The kind of a value, such as `integer` or `toPick | picking`. */
export function describeType(schema: ShownSchema): string {
  const fixed = listFixedValues(schema);
  if (fixed.length > 0) return fixed.join(' | ');
  if (schema.items) return isObject(schema.items) ? 'list of objects' : `list of ${describeType(schema.items)}`;
  if (isObject(schema)) return 'object';
  const types = [schema.type ?? (schema.anyOf ?? []).map(({ type }) => type)].flat(2).filter((type) => type !== undefined);
  return types.join(' or ').replaceAll('string', 'text') || 'any value';
}
