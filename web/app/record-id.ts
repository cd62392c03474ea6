import { useParams } from 'react-router';

const MAX_ID = 2_147_483_647;

/** The id of a record in the URL; undefined for any other text. */
export const readId = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_ID ? Number(text) : undefined;

/** A record's id from the address of its page. `isId` is false, and `id` NaN, where no record can have it: nothing needs to be requested then. */
export function useRecordId(parameter = 'id'): { id: number; isId: boolean } {
  const id = readId(useParams()[parameter] ?? '');
  return { id: id ?? Number.NaN, isId: id !== undefined };
}
