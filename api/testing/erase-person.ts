import type { TestClient } from './portal.ts';

/** Erases a person. `confirmation` is what the caller types to confirm: the person's email address, if it is to succeed. */
export const erasePerson = (caller: TestClient, id: number, confirmation: string) =>
  caller.post<'POST /api/customers/:id/erase'>(`/api/customers/${id}/erase`, { confirmation });
