import type { TSchema } from 'typebox';

/**
 * Which texts of requests are free: comments, answers, messages and reasons that people write in their own words. They refuse what looks like the number of a card
 * (card-numbers.ts). A new property is one of them by its name or length, unless it is named below.
 */

/** Names of properties that are free texts, however short. */
const FREE: ReadonlySet<string> = new Set([
  'answer',
  'comment',
  'comments',
  'description',
  'helpText',
  'internalNote',
  'message',
  'note',
  'notes',
  'reason',
  'rejectReason',
  'terms',
  'text',
  'title',
]);

/** From how many characters on a text is free, whatever it is called. */
const LONG_TEXT = 300;

/** Long texts that are none: numbers, addresses, codes, secrets, files, and what operators publish or import. */
export const NOT_FREE: ReadonlySet<string> = new Set([
  'address1',
  'address2',
  'body',
  'city',
  'code',
  'codes',
  'column',
  'company',
  'county',
  'currentPassword',
  'email',
  'faxNumber',
  'fileNames',
  'filters',
  'firstName',
  'frameOrigins',
  'fullDescription',
  'host',
  'lastName',
  'link',
  'newPassword',
  'origin',
  'outgoingUrl',
  'password',
  'callerPassword',
  'phoneNumber',
  'query',
  'returnOrigins',
  'secretKey',
  'setup',
  'shortDescription',
  'url',
  'value',
  'webhookSecret',
  'zipPostalCode',
]);

/** The longest text that is looked at; what is longer is a document. */
const DOCUMENT_LENGTH = 20_000;

interface Node {
  type?: string | string[];
  enum?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
}

const isFree = (name: string, { type, enum: values, format, maxLength = 0, ...text }: Node): boolean =>
  [type].flat().includes('string') &&
  values === undefined &&
  format === undefined &&
  (text.pattern === undefined || text.pattern === '\\S') &&
  maxLength <= DOCUMENT_LENGTH &&
  (FREE.has(name) || (maxLength >= LONG_TEXT && !NOT_FREE.has(name)));

/** A free text: the names that lead to it; `[]` stands for each element of a list. */
export type TextPath = readonly string[];

/** The free texts of the body or form of a call. */
export function listFreeTexts(schema: TSchema): TextPath[] {
  const found: TextPath[] = [];
  const walk = (node: Node, path: TextPath) => {
    const name = path.findLast((part) => part !== '[]');
    if (name !== undefined && isFree(name, node)) found.push(path);
    for (const each of node.anyOf ?? []) walk(each, path);
    if (node.items) walk(node.items, [...path, '[]']);
    for (const [key, property] of Object.entries(node.properties ?? {})) walk(property, [...path, key]);
  };
  walk(schema as Node, []);
  return found;
}
