import { useParams } from 'react-router';
import { readId } from './lists/filter-kinds.tsx';

/** A record's id from the address of its page. `isId` is false, and `id` NaN, where no record can have it: nothing needs to be requested then. */
export function useRecordId(parameter = 'id'): { id: number; isId: boolean } {
  const id = readId(useParams()[parameter] ?? '');
  return { id: id ?? Number.NaN, isId: id !== undefined };
}
