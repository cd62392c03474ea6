import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { TSchema } from 'typebox';
import { compileCheck } from '#api/platform/http/validation.ts';
import { Problems } from './problems.ts';
import { type Setup, setupSchema } from './setup-schema.ts';

const checkSchema = compileCheck(setupSchema, 422);

/**
 * Reads a setup file, JSON with comments. Paths in it are relative to its folder.
 *
 * @throws an error that names the file, also for text that is not JSON, and a SetupError for fields that are unknown, missing or of the wrong kind
 */
export function readSetupFile(path: string): Setup {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The file ${path} cannot be read: ${(error as Error).message}`);
  }
  const setup = checkSetupShape(parseSetupText(content, path));
  if (!setup.products) return setup;
  const fromFile = (other: string) => resolve(dirname(path), other);
  const { file, pictures } = setup.products;
  return { ...setup, products: { file: fromFile(file), ...(pictures === undefined ? {} : { pictures: fromFile(pictures) }) } };
}

/** Parses JSON with comments and commas at the end. Throws an error that says in which line of the file it is wrong. */
export function parseSetupText(content: string, path: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(content.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const line = content.slice(0, first.offset).split('\n').length;
  throw new Error(`${path} is not valid JSON: line ${line}, ${describeCode(printParseErrorCode(first.error))}.`);
}

/** `CommaExpected` as "comma expected". */
const describeCode = (code: string) => code.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();

/** Checks names and kinds of all fields. Throws a SetupError. */
export function checkSetupShape(value: unknown): Setup {
  const problems = new Problems();
  for (const path of listUnknownFields(setupSchema, value, ''))
    problems.add(path, 'There is no such field. `npm run setup -- --example` prints all of them.');
  try {
    checkSchema(value);
  } catch (error) {
    const { errors } = error as { errors?: Record<string, string[]> };
    if (!errors) throw error;
    for (const [path, sentences] of Object.entries(errors))
      problems.add(
        path === 'body' ? 'file' : path,
        path === 'body' ? 'The file must contain one object: { … }.' : sentences.join(' '),
      );
  }
  problems.throwIfAny();
  return value as Setup;
}

interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

/** The paths of all fields that the schema does not have, such as `organisation.destinations[0].adress`. */
function listUnknownFields(schema: TSchema | SchemaNode, value: unknown, path: string): string[] {
  const { properties, items } = schema as SchemaNode;
  if (Array.isArray(value))
    return items ? value.flatMap((item, index) => listUnknownFields(items, item, `${path}[${index}]`)) : [];
  if (value === null || typeof value !== 'object' || !properties) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    const known = properties[name];
    return known ? listUnknownFields(known, item, inner) : [inner];
  });
}
