import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { askText, askYesNo, type Prompt } from './prompt.ts';
import type { Given, PartQuestion, Question } from './question.ts';
import { type Setup, setupSchema } from './setup-schema.ts';

/** What the questions start with. */
export interface AskDefaults extends Pick<Given, 'url' | 'resolvePath'> {
  /** The answers of an earlier run. What no question asks for is kept. */
  previous: Setup | undefined;
}

type Fields = Record<string, unknown>;

/** A node of the schema of the file, with what the questions need of it. */
export type FieldSchema = TSchema & {
  type?: string;
  title?: string;
  message?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  question?: Question;
  part?: PartQuestion;
};

/** The text of the question for a field. */
export const textOf = (name: string, { title, question }: FieldSchema): string => question?.text ?? title ?? name;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an answer, as the schema wants it. */
function readAnswer(answer: string, { type, question }: FieldSchema, given: Given): unknown {
  if (question?.read) return question.read(answer, given);
  if (type === 'number' || type === 'integer')
    return /^\d+([.,]\d{1,2})?$/.test(answer) ? Number(answer.replace(',', '.')) : answer;
  if (type !== 'array') return answer;
  const lines = answer.split(',').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** The answer that stands for a value. */
const writeAnswer = (value: unknown): string | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value);

interface Asking {
  prompt: Prompt;
  given: Given;
}

/** Asks for a value; undefined if it was left without an answer. */
async function askField({ prompt, given }: Asking, name: string, schema: FieldSchema, field: AskedField): Promise<unknown> {
  const { question = {}, message = 'This cannot be used.' } = schema;
  const offered = typeof question.initial === 'function' ? question.initial(given) : question.initial;
  const validator = Compile(schema);
  const answer = await askText(prompt, {
    label: textOf(name, schema),
    initial: writeAnswer(field.before) ?? offered,
    optional: !field.isRequired && offered === undefined && question.when === undefined,
    findError: (text) =>
      question.findError?.(text, given) ??
      (validator.Check(readAnswer(text, schema, given)) ? undefined : (question.refusal ?? message)),
  });
  return answer === undefined ? undefined : readAnswer(answer, schema, given);
}

interface AskedField {
  /** The value of an earlier run. */
  before: unknown;
  isRequired: boolean;
}

/** Asks for the fields of a part, into `target`. False if the part is left out. */
async function askPart(asking: Asking, schema: FieldSchema, target: Fields, field: AskedField): Promise<boolean> {
  const { prompt } = asking;
  const { intro, gate, skippable = false } = schema.part ?? {};
  if (intro !== undefined) prompt.say(intro);
  if (gate !== undefined && !field.isRequired && !(await askYesNo(prompt, gate, field.before !== undefined))) return false;
  const before = isObject(field.before) ? field.before : {};
  const given = { ...asking.given, siblings: target };
  for (const [index, [name, inner]] of Object.entries(schema.properties ?? {}).entries()) {
    const isFirst = index === 0;
    const isRequired = (schema.required ?? []).includes(name) && !(skippable && isFirst);
    await askInto({ prompt, given }, target, name, inner, { before: before[name], isRequired });
    if (skippable && isFirst && target[name] === undefined) return false;
  }
  return true;
}

/** Asks for a field, into `target`. What no question asks for stays as it was. */
async function askInto(asking: Asking, target: Fields, name: string, schema: FieldSchema, field: AskedField): Promise<void> {
  const { before, isRequired } = field;
  if (!isRequired && !schema.question && !schema.part) {
    if (before !== undefined) target[name] = before;
  } else if (schema.question?.when?.(asking.given) === false) return;
  else if (schema.properties) {
    const inner: Fields = {};
    target[name] = inner;
    if (!(await askPart(asking, schema, inner, field))) delete target[name];
  } else if (schema.items?.properties) {
    // The first of a list is asked for, and the others are kept.
    const [first, ...others] = Array.isArray(before) ? before : [];
    const inner: Fields = {};
    if (schema.part?.intro !== undefined) asking.prompt.say(schema.part.intro);
    await askPart(asking, schema.items, inner, { before: first, isRequired: true });
    target[name] = [inner, ...others];
  } else {
    const value = await askField(asking, name, schema, field);
    if (value !== undefined) target[name] = value;
  }
}

/** Asks for the fields of a file with this schema: those that are required, and others that have a question. Throws a PromptClosedError when the person stops. */
export async function askFile(prompt: Prompt, schema: TSchema, { previous, url, resolvePath }: AskDefaults): Promise<unknown> {
  const answers: Fields = {};
  const given: Given = { url, resolvePath, answers, siblings: answers };
  await askPart({ prompt, given }, schema, answers, { before: previous, isRequired: true });
  return answers;
}

/** Asks for what an installation needs before its first order. Throws a PromptClosedError when the person stops. */
export const askSetup = async (prompt: Prompt, defaults: AskDefaults): Promise<Setup> =>
  (await askFile(prompt, setupSchema, defaults)) as Setup;
