import { sql } from 'kysely';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReturnState } from './returns.rules.ts';

/** Whose labels a caller can get: a person's own, or those of the operator's brands. */
export type LabelCaller = { scope: Scope } | { operator: OperatorScope };

/** What a label needs of a request and of those that were made with it. */
export interface LabelFacts {
  customNumber: string;
  stateId: ReturnState;
  orderId: number;
  personName: string;
  /** The address to which the order was sent; null when it was collected. */
  address: Address | null;
  brandName: string;
  companyName: string;
  legalAddress: string[];
  returnAddress: string[];
  createdAt: Date;
  /** The requests that were made together and whose pieces have not arrived. */
  items: {
    customNumber: string;
    productName: string;
    size: string | null;
    quantity: number;
    action: string;
    exchangedFor: string | null;
    reservedUntilOn: string | null;
  }[];
}

/** The size and fit of a line in words; null without them. */
const sizeOf = (line: string) => sql`(
  select string_agg(v.name, ' ' order by pa.display_order) from combination c
  join product_attribute_value v on v.id = any (c.value_ids)
  join product_attribute pa on pa.id = v.product_attribute_id
  join attribute a on a.id = pa.attribute_id and a.role in ('size', 'fit')
  where c.id = ${sql.ref(`${line}.combination_id`)})`;

/** Condition that a person may send the pieces of a request: the person of its order, or the wearer of its line. */
const isOfPerson = ({ customerId }: Scope, request: string, line: string) =>
  sql`${customerId}::bigint in (${sql.ref(`${request}.customer_id`)}, ${sql.ref(`${line}.wearer_id`)})`;

/** What the label of a request needs; undefined when the caller has no such request. */
export async function findLabelFacts(db: Db, caller: LabelCaller, id: number): Promise<LabelFacts | undefined> {
  const own =
    'scope' in caller
      ? sql`r.organisation_id = ${caller.scope.organisationId} and ${isOfPerson(caller.scope, 'r', 'rl')}`
      : sql`g.brand_id = any (${[...caller.operator.brandIds]}::bigint[])`;
  const { rows } = await sql<LabelFacts>`
    select r.custom_number as "customNumber", r.return_state_id as "stateId", r.order_id as "orderId", trim(coalesce(w.first_name || ' ' || w.last_name, c.first_name || ' ' || c.last_name)) as "personName",
      o.shipping_address as address, b.name as "brandName", b.company_name as "companyName", b.legal_address as "legalAddress",
      b.return_address as "returnAddress", r.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('customNumber', t.custom_number, 'productName', l.product_name, 'size', ${sizeOf('l')}, 'quantity', t.quantity,
          'action', t.action, 'exchangedFor', case when t.action_kind = 'exchange' then coalesce(${sizeOf('x')}, x.description) end,
          'reservedUntilOn', t.reserved_until_on) order by t.id), '[]')
        from return_request t
        join order_line l on l.organisation_id = t.organisation_id and l.id = t.order_line_id
        left join order_line x on x.organisation_id = t.organisation_id and x.id = t.exchange_line_id
        where t.organisation_id = r.organisation_id and t.order_id = r.order_id and t.created_at = r.created_at and t.return_state_id in (0, 20)
          ${'scope' in caller ? sql`and ${isOfPerson(caller.scope, 't', 'l')}` : sql``}) as items
    from return_request r
    join organisation g on g.id = r.organisation_id
    join brand b on b.id = g.brand_id
    join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    join order_line rl on rl.organisation_id = r.organisation_id and rl.id = r.order_line_id
    left join customer w on w.organisation_id = rl.organisation_id and w.id = rl.wearer_id
    where r.id = ${id} and ${own}`.execute(db);
  return rows[0];
}
