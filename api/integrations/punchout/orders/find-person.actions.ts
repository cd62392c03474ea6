import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { grantScope, type Scope } from '#api/platform/http/scope.ts';
import type { Connection } from '../connections/connection.queries.ts';
import { findCustomerByEmail } from './delivery.queries.ts';
import type { FoundLine } from './returned-lines.queries.ts';
import type { SentOrder } from './sent-order.rules.ts';

/** The names under which systems send the email address of a user, in lower case. */
const EMAIL_EXTRINSICS = ['useremail', 'email'];

/** Where an order says the email address of its user, the likeliest first. */
function listEmails(order: SentOrder, { extrinsics }: Connection): string[] {
  const own = [extrinsics.email?.toLowerCase(), ...EMAIL_EXTRINSICS];
  const byName = new Map(Object.entries(order.extrinsics).map(([name, value]) => [name.toLowerCase(), value]));
  const all = [...own.map((name) => name && byName.get(name)), order.shipTo?.email, order.contact.email];
  return all.flatMap((email) => email?.trim() || []);
}

/** Whose order it is: the person who returned the cart, otherwise by email address, otherwise whom everyone shops as. Only people who may be logged in. */
export async function findPersonOfOrder(
  tx: Tx,
  connection: Connection,
  order: SentOrder,
  returned: ReadonlyMap<string, FoundLine>,
  email: string | undefined,
): Promise<Scope | undefined> {
  const { organisationId, sharedCustomerId, userPolicy } = connection;
  const candidates: (() => Promise<number | undefined> | number | undefined)[] = [
    () => (email === undefined ? undefined : findCustomerByEmail(tx, organisationId, email)),
    ...[...new Set([...returned.values()].map(({ customerId }) => customerId))].map((id) => () => id),
    ...(userPolicy === 'shared'
      ? []
      : listEmails(order, connection).map((each) => () => findCustomerByEmail(tx, organisationId, each))),
    () => sharedCustomerId ?? undefined,
  ];
  for (const candidate of candidates) {
    const id = await candidate();
    const actor = id === undefined ? undefined : await findActor(tx, organisationId, id);
    if (actor) return grantScope(actor);
  }
  return undefined;
}
