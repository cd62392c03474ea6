import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { aPerson, aWardrobe, type WardrobeOverrides } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** A row of a sheet as it is sent. */
export type SheetRowInput = BodyOf<'POST /api/ordersheets/check'>['rows'][number];
/** The answer for a row. */
type RowAnswer = ReplyOf<'POST /api/ordersheets/check'>['rows'][number];

let nameCount = 0;

/** A person of Meridian with a name that no one else has, unless given. */
export interface SheetPerson {
  id: number;
  email: string;
  name: string;
}

/** Adds a person, Staff of North by default, and a wardrobe that lists the products, where some are given. */
export async function aSheetPerson(
  { db }: Pick<TestPortal, 'db'>,
  products: readonly { id: number }[] = [],
  {
    name,
    employeeNumber,
    wardrobe = {},
    ...person
  }: Parameters<typeof aPerson>[1] & {
    name?: [first: string, last: string];
    employeeNumber?: string;
    wardrobe?: WardrobeOverrides;
  } = {},
): Promise<SheetPerson> {
  nameCount += 1;
  const [first, last] = name ?? ['Wearer', `Number${String.fromCharCode(97 + (nameCount % 26))}${nameCount}`];
  const { id, email } = await aPerson(db, { role: 'Staff', ...person });
  await sql`update customer set first_name = ${first}, last_name = ${last}, employee_number = ${employeeNumber ?? null} where id = ${id}`.execute(
    db,
  );
  if (products.length > 0) await aWardrobe(db, id, products, wardrobe);
  return { id, email, name: `${first} ${last}` };
}

export const requestSheetCheck = (person: TestClient, rows: readonly SheetRowInput[]) =>
  person.post<'POST /api/ordersheets/check'>('/api/ordersheets/check', { rows });

export const requestSheet = (
  person: TestClient,
  rows: readonly SheetRowInput[],
  fingerprint?: string,
  headers?: Record<string, string>,
) => person.post<'POST /api/ordersheets/add'>('/api/ordersheets/add', { rows, ...(fingerprint ? { fingerprint } : {}) }, headers);

/** The messages of a row as `cell: text`. */
export const messagesOf = ({ messages }: Pick<RowAnswer, 'messages'>) => messages.map(({ cell, text }) => `${cell}: ${text}`);
