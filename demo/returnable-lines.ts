import type { ClientBase } from 'pg';

const CORVANE = 3;

/** A line of a person's order. */
export interface SentLine {
  organisationId: number;
  orderId: number;
  lineId: number;
}

/** A line of two pieces or more that was delivered to a person at least ten days ago and that can still be returned. */
export async function findReturnable(client: ClientBase, email: string): Promise<SentLine> {
  const { rows } = await client.query<SentLine>(
    `select l.organisation_id as "organisationId", l.order_id as "orderId", l.id as "lineId"
     from customer c join orders o on o.organisation_id = c.organisation_id and o.customer_id = c.id and o.shipping_state_id = 40
     join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
     join returnable_lines(o.organisation_id, o.id) r on r.order_line_id = l.id and r.returnable_quantity > 1
     where c.email = $1 and o.shipped_at < current_date - 11 order by o.created_at desc, l.id limit 1`,
    [email],
  );
  const [line] = rows;
  if (!line) throw new Error(`Nothing was delivered to ${email} that could be returned.`);
  return line;
}

/**
 * Lines of garments that were delivered to a person, in two pieces or more unless a product is named, and invoiced if their organisation is
 * invoiced; the newest first.
 */
export async function listDeliveredLines(client: ClientBase, email: string, product: string | null = null): Promise<SentLine[]> {
  const { rows } = await client.query<SentLine>(
    `select l.organisation_id as "organisationId", l.order_id as "orderId", l.id as "lineId"
     from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
     join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
     where c.email = $1 and o.shipping_state_id = 40 and l.returned_quantity = 0
       and case when $2::text is null then l.quantity > 1 else l.product_name = $2 end
       and ($3 <> l.organisation_id or exists (select from invoice_line i where i.organisation_id = l.organisation_id and i.order_line_id = l.id))
     order by o.created_at desc, l.id`,
    [email, product, CORVANE],
  );
  return rows;
}
