import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** A fault that is put into the database: a trigger that spoils what the portal writes, and the table that it is on. */
interface InjectedFault {
  table: string;
  when: string;
  body: string;
}

const FAULTS = {
  'stock is not given back': {
    table: 'stock_level',
    when: 'before update',
    body: 'if new.reserved < old.reserved then new.reserved := old.reserved; end if; return new;',
  },
  'entitlement is not given back': {
    table: 'entitlement_account',
    when: 'before update',
    body: 'if new.reserved < old.reserved then new.reserved := old.reserved; end if; return new;',
  },
  'a payment is not voided': {
    table: 'orders',
    when: 'before update',
    body: 'new.payment_state_id := old.payment_state_id; return new;',
  },
  'a new size keeps the old price': {
    table: 'order_line',
    when: 'before update',
    body: 'if new.combination_id <> old.combination_id then new.unit_price_minor := old.unit_price_minor; end if; return new;',
  },
  'what remains keeps the price of more pieces': {
    table: 'order_line',
    when: 'before update',
    body: `if new.combination_id = old.combination_id then
      new.unit_price_minor := old.unit_price_minor; new.price_minor := old.unit_price_minor * new.quantity;
    end if; return new;`,
  },
  'cancelled pieces get the price of what remains': {
    table: 'order_line',
    when: 'before update',
    body: `if new.unit_price_minor <> old.unit_price_minor and new.cancelled_quantity > 0 then
      new.price_minor := new.unit_price_minor * new.quantity;
    end if; return new;`,
  },
  'delivery stays free for what remains': {
    table: 'orders',
    when: 'before update',
    body: `if old.shipping_minor = 0 and new.shipping_minor > 0 then
      new.total_minor := new.total_minor - new.shipping_minor - new.shipping_tax_minor; new.shipping_minor := 0; new.shipping_tax_minor := 0;
    end if; return new;`,
  },
  'what the supplier cancels raises the price': {
    table: 'order_line',
    when: 'before update',
    body: 'new.supplier_cancelled_quantity := 0; return new;',
  },
  'the tier of a line is forgotten': {
    table: 'order_line',
    when: 'before insert',
    body: 'new.tier_quantity := null; return new;',
  },
  'fewer remain than are sold': {
    table: 'product',
    when: 'before update',
    body: "new.order_minimum_quantity := 1; new.allowed_quantities := '{}'; return new;",
  },
  'the start of picking is lost': {
    table: 'orders',
    when: 'before update',
    body: 'new.picking_started_at := null; return new;',
  },
  'a changed order is not approved anew': {
    table: 'orders',
    when: 'before update',
    body: 'if new.order_state_id = 50 then new.order_state_id := old.order_state_id; end if; return new;',
  },
  'what is sent back is not in the cart': {
    table: 'cart_line',
    when: 'before insert',
    body: "if new.replaces_order_ids <> '{}' then return null; end if; return new;",
  },
  'a mail about a change is lost': {
    table: 'mail_outbox',
    when: 'before insert',
    body: "if new.template = 'order-changed' then return null; end if; return new;",
  },
  'a mail about a cancellation is sent twice': {
    table: 'mail_outbox',
    when: 'after insert',
    body: `if new.template = 'order-cancelled' and new.dedupe_key is not null then
      new.id := gen_random_uuid(); new.dedupe_key := null; insert into mail_outbox select new.*;
    end if; return null;`,
  },
  'answers are not found again': {
    table: 'idempotency_key',
    when: 'before insert',
    body: 'new.key := gen_random_uuid()::text; return new;',
  },
  'what is sent is not used': {
    table: 'entitlement_account',
    when: 'before update',
    body: 'if new.used > old.used then new.used := old.used; end if; return new;',
  },
  'the entitlement does not move to a new size': {
    table: 'order_line',
    when: 'before update',
    body: 'if old.awaited_quantity > 0 then new.covered_quantity := old.covered_quantity; end if; return new;',
  },
  'pieces that come back are not put into stock': {
    table: 'stock_entry',
    when: 'after insert',
    body: `if new.kind = 'return' then
      update stock_level set on_hand = on_hand - new.on_hand_delta where combination_id = new.combination_id;
    end if; return null;`,
  },
  'pieces go to the orders released last': {
    table: 'orders',
    when: 'before insert or update',
    body: "if new.released_at < '2100-01-01' then new.released_at := '2200-01-01'::timestamptz - (new.released_at - '2000-01-01'); end if; return new;",
  },
  'a promised date is lost': {
    table: 'order_line',
    when: 'before update',
    body: 'new.due_on := old.due_on; return new;',
  },
  'a parcel is never delivered': {
    table: 'shipment',
    when: 'before update',
    body: 'new.delivered_at := null; return new;',
  },
  'the number of an invoice is skipped': {
    table: 'document_counter',
    when: 'before update',
    body: "if new.kind = 'invoice' then new.last_serial := new.last_serial + 1; end if; return new;",
  },
  'a refund is credited without its tax': {
    table: 'return_request',
    when: 'before update',
    body: 'if new.refund_tax_minor > 0 then new.refund_tax_minor := 0; end if; return new;',
  },
  'a payment does not cover its invoice': {
    table: 'payment_allocation',
    when: 'before insert',
    body: 'return null;',
  },
  'a paid and delivered order is not complete': {
    table: 'orders',
    when: 'before update',
    body: 'if new.order_state_id = 30 then new.order_state_id := 20; end if; return new;',
  },
  'an order stays complete when its payment is reversed': {
    table: 'orders',
    when: 'before update',
    body: 'if old.order_state_id = 30 then new.order_state_id := 30; end if; return new;',
  },
  'a row of a sheet loses its reason': {
    table: 'cart_line',
    when: 'before insert',
    body: "if new.source = 'sheet' then new.reason := null; end if; return new;",
  },
  // Whoever orders has a cart.
  'what others order for someone is not counted': {
    table: 'entitlement_account',
    when: 'before update',
    body: `if new.reserved > old.reserved and not exists (
        select from cart t where t.organisation_id = new.organisation_id and t.customer_id = new.customer_id) then
      new.reserved := old.reserved;
    end if; return new;`,
  },
  'a mail about a parcel is lost': {
    table: 'mail_outbox',
    when: 'before insert',
    body: "if new.template = 'order-shipped' then return null; end if; return new;",
  },
  'an order does not wait for the proof of its text': {
    table: 'orders',
    when: 'before insert or update',
    body: "if new.released_at is null and new.order_state_id = 10 and new.origin <> 'exchange' then new.released_at := now(); end if; return new;",
  },
  'an order is not released when its text is approved': {
    table: 'orders',
    when: 'before update',
    body: 'if old.released_at is null and old.order_state_id = 10 then new.released_at := null; end if; return new;',
  },
  'a set-up is not invoiced': {
    table: 'invoice_line',
    when: 'before insert',
    body: "if new.kind = 'setup' then return null; end if; return new;",
  },
  'the set-up of a cancelled design is charged': {
    table: 'order_charge',
    when: 'before update',
    body: 'new.cancelled_at := null; return new;',
  },
  'what is being decorated can be cancelled': {
    table: 'order_line',
    when: 'before update',
    body: 'new.decoration_started_at := null; return new;',
  },
  'pieces count as decorated when the first one is': {
    table: 'order_line',
    when: 'before update',
    body: 'if new.decorated_quantity > old.decorated_quantity then new.decorated_quantity := new.quantity - new.cancelled_quantity; end if; return new;',
  },
  'an exchange loses its name': {
    table: 'order_line_customisation',
    when: 'before insert',
    body: `if not new.is_mandatory and exists (
        select from order_line l where l.organisation_id = new.organisation_id and l.id = new.order_line_id and l.exchange_of_line_id is not null) then
      return null;
    end if; return new;`,
  },
  'an order is released before it is paid': {
    table: 'orders',
    when: 'before insert or update',
    body: 'if new.card_minor > 0 and new.payment_state_id = 10 and new.order_state_id = 10 then new.released_at := now(); end if; return new;',
  },
  'cancelled pieces are still to be paid': {
    table: 'orders',
    when: 'before update',
    body: 'if new.card_minor < old.card_minor then new.card_minor := old.card_minor; end if; return new;',
  },
  'a payment of another amount is taken': {
    table: 'card_payment',
    when: 'before update',
    body: "if new.state = 'held' then new.state := 'paid'; end if; return new;",
  },
  'money for an order that is paid is kept': {
    table: 'card_refund',
    when: 'after insert',
    body: `if new.is_excess then
      update card_payment set refund_claimed_minor = refund_claimed_minor - new.amount_minor where id = new.payment_id;
    end if; return null;`,
  },
  'a refund to a card is not counted': {
    table: 'card_payment',
    when: 'before update',
    body: 'new.refunded_minor := old.refunded_minor; return new;',
  },
  'what a card paid for returned pieces is credited': {
    table: 'return_request',
    when: 'before update',
    body: 'new.card_quantity := 0; new.card_refund_minor := 0; new.card_refund_tax_minor := 0; return new;',
  },
} satisfies Record<string, InjectedFault>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Puts a fault into the database, to show that it is found; `db` belongs to the owner of the tables. Returns how to take it out again. */
export async function injectFault(db: Db, name: FaultName): Promise<() => Promise<void>> {
  const { table, when, body }: InjectedFault = FAULTS[name];
  await sql
    .raw(`create function injected_fault() returns trigger language plpgsql security definer as $$ begin ${body} end $$`)
    .execute(db);
  await sql
    .raw(`create trigger zz_injected_fault ${when} on ${table} for each row execute function injected_fault()`)
    .execute(db);
  return async () => {
    await sql.raw('drop function injected_fault() cascade').execute(db);
  };
}
