import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { HttpError } from './errors.ts';

const toLabel = (name: string) => {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words[0] ?? '').toUpperCase() + words.slice(1);
};

interface SchemaNode {
  message?: string;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

/** A value that a schema does not allow: its path, such as `['items', '0', 'quantity']`, and whether it is missing. */
export type InvalidValue = { path: string[]; isMissing: boolean };

/** What a schema does not allow, with the values in question, for an import that stores why a row was refused. */
export class InvalidValuesError extends HttpError {
  readonly values: readonly InvalidValue[];

  constructor(status: number, errors: Record<string, string[]>, values: readonly InvalidValue[]) {
    super(status, errors);
    this.values = values;
  }
}

/** Why a schema does not allow a value, as a sentence: the message of the deepest node of its path, or a default. */
export const describeInvalidValue = (schema: TSchema, { path, isMissing }: InvalidValue): string =>
  path.length === 0 ? 'The body must be a JSON object.' : messageFor(schema as SchemaNode, path, isMissing);

function messageFor(schema: SchemaNode, segments: string[], missing: boolean): string {
  let node: SchemaNode | undefined = schema;
  for (const segment of segments) node = node?.properties?.[segment] ?? node?.items;
  const name = segments.findLast((segment) => !/^\d+$/.test(segment)) ?? 'request';
  if (node?.message) return node.message;
  return missing ? `${toLabel(name)} is required.` : `${toLabel(name)} is not valid.`;
}

const pathOf = (segments: string[]) =>
  segments.map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`)).join('');

export type Check = (value: unknown) => void;

const validators = new WeakMap<TSchema, Validator>();

/** The compiled form of a schema, which all servers of the process share. */
function getValidator(schema: TSchema): Validator {
  let validator = validators.get(schema);
  if (!validator) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

/**
 * Compiles a schema once into a check that throws an HttpError with a sentence for every invalid field, keyed by its path
 * (`items[0].quantity`), below `root` where there is one (`address.city`). Listing errors takes far longer than checking: lists
 * must have been cut to what the schema allows, as `fromJson` does.
 */
export function compileCheck(schema: TSchema, status: 400 | 422, root?: string): Check {
  const validator = getValidator(schema);
  return (value) => {
    if (validator.Check(value)) return;
    const errors: Record<string, string[]> = {};
    const values: InvalidValue[] = [];
    for (const error of validator.Errors(value)) {
      const missing = error.keyword === 'required' ? (error.params as { requiredProperties: string[] }).requiredProperties : [];
      const base = error.instancePath.split('/').slice(1);
      for (const segments of missing.length > 0 ? missing.map((name) => [...base, name]) : [base]) {
        const path = pathOf(segments);
        const key = root && path ? `${root}.${path}` : path || 'body';
        if (Object.hasOwn(errors, key)) continue;
        const invalidValue = { path: segments, isMissing: missing.length > 0 };
        errors[key] = [describeInvalidValue(schema, invalidValue)];
        values.push(invalidValue);
      }
    }
    throw new InvalidValuesError(status, errors, values);
  };
}
