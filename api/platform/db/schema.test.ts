import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

/** The conventions of migrations/README.md, read from the catalogue of a migrated database. Every exception is listed with its reason. */

interface Table {
  name: string;
  comment: string | null;
  key: string[] | null;
}

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
}

const portal = usePortal();
let tables: Table[];
let columns: Column[];

const all = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(portal.db)).rows;

beforeAll(async () => {
  tables = await all(`
    select c.relname as name, obj_description(c.oid) as comment,
      (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
       from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'repeatable_sql', 'repeatable_sql_version') order by 1`);
  columns = await all(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'repeatable_sql', 'repeatable_sql_version') and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`);
});

const tablesOf = (kind: 'Tenant' | 'Shared' | 'Global') => tables.filter(({ comment }) => comment?.startsWith(`${kind}. `));
const columnOf = (table: string, name: string) => columns.find((column) => column.table === table && column.name === name);
const describeColumns = (found: Column[]) => found.map(({ table, name, type }) => `${table}.${name} ${type}`);

describe('every table', () => {
  it('names its kind in its comment', () => {
    const named = [...tablesOf('Tenant'), ...tablesOf('Shared'), ...tablesOf('Global')];
    expect(tables.filter((table) => !named.includes(table)).map(({ name }) => name)).toEqual([]);
  });

  it('of a tenant leads its key with the organisation', () => {
    const exceptions = [
      'login_key', // found by hash, before the organisation is known
      'order_figures', // rows are only added, and merged later
      'organisation', // its own id is the key
      'password_token', // found by hash
      'people_counts', // rows are only added, and merged later
      'product_figures', // rows are only added, and merged later
      'session', // found by hash
    ];
    const found = tablesOf('Tenant').filter(({ key }) => key?.[0] !== 'organisation_id');
    expect(found.map(({ name }) => name)).toEqual(exceptions);
  });

  it('of a tenant has an organisation in every row; a shared one may have none', () => {
    const withOptional = tablesOf('Tenant').filter(
      ({ name }) => name !== 'organisation' && !columnOf(name, 'organisation_id')?.isRequired,
    );
    expect(withOptional.map(({ name }) => name)).toEqual([]);
    expect(tablesOf('Shared').filter(({ name }) => columnOf(name, 'organisation_id')?.isRequired !== false)).toEqual([]);
  });
});

it('foreign keys between tables of tenants include the organisation', async () => {
  const found = await all(`
    select conname from pg_constraint k
    where contype = 'f' and confrelid <> 'organisation'::regclass
      and obj_description(conrelid) like 'Tenant.%' and obj_description(confrelid) like 'Tenant.%'
      and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = 'organisation_id')`);
  expect(found).toEqual([]);
});

it('orders and their lines can be partitioned by organisation', async () => {
  const found = await all(`
    select x.indexrelid::regclass::text as index from pg_index x
    where x.indisunique and x.indrelid in ('orders'::regclass, 'order_line'::regclass, 'order_event'::regclass)
      and not exists (select from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any (x.indkey) and a.attname = 'organisation_id')`);
  expect(found).toEqual([]);
});

it.each(['audit_event', 'stock_entry'])('%s can be archived by month: its time is part of the key', (name) => {
  expect(tables.find((table) => table.name === name)?.key).toContain('created_at');
});

describe('columns', () => {
  it('with a moment are timestamptz and end in _at, those with a day are date and end in _on', () => {
    const isMoment = ({ type }: Column) => type === 'timestamp with time zone';
    const isDay = ({ type }: Column) => type === 'date';
    expect(describeColumns(columns.filter((column) => isMoment(column) !== column.name.endsWith('_at')))).toEqual([]);
    expect(describeColumns(columns.filter((column) => isDay(column) !== column.name.endsWith('_on')))).toEqual([]);
  });

  it('with money are bigint, and with a quantity int', () => {
    const minor = columns.filter(({ name, type }) => name.endsWith('_minor') && type !== 'bigint');
    const quantity = columns.filter(({ name, type }) => /(^|_)quantity$/.test(name) && !['integer', 'boolean'].includes(type));
    expect(describeColumns([...minor, ...quantity])).toEqual([]);
  });

  it('with an id are bigint, apart from numbers of the wire, ids of other systems and ids that must not be guessed', () => {
    const exceptions = [
      'audit_event.subject_id text',
      'audit_event.request_id text',
      'bulk_edit.request_id text',
      'card_payment_event.event_id text',
      'cart.checkout_id uuid',
      'cart.trip_id uuid',
      'cart_line.auxiliary_id text',
      'login_key.trip_id uuid',
      'punchout_line.trip_id uuid',
      'punchout_line.auxiliary_id text',
      'punchout_message.payload_id text',
      'punchout_trip.id uuid',
      'purchase_order.payload_id text',
      'purchase_order_file.content_id text',
      'session.trip_id uuid',
      'cart_line_customisation.method_id smallint',
      'customer.bodime_customer_id text',
      'customisation.method_id smallint',
      'decoration_method.id smallint',
      'decoration_price.method_id smallint',
      'garment_design.method_id smallint',
      'list_export.request_id text',
      'mail_outbox.id uuid',
      'order_figures.order_state_id smallint',
      'order_figures.shipping_state_id smallint',
      'order_line_customisation.method_id smallint',
      'order_state.id smallint',
      'orders.checkout_id uuid',
      'quote.quote_state_id smallint',
      'quote_item_customisation.method_id smallint',
      'quote_state.id smallint',
      'orders.order_state_id smallint',
      'orders.payment_state_id smallint',
      'orders.shipping_state_id smallint',
      'payment_state.id smallint',
      'people_import.request_id text',
      'product_attribute.control_type_id smallint',
      'return_request.return_state_id smallint',
      'return_state.id smallint',
      'session.id uuid',
      'shipping_state.id smallint',
      'sizing_token.session_id uuid',
      'supplier_bulk_edit.request_id text',
      'used_refresh_token.session_id uuid',
      'webhook_delivery.event_id uuid',
    ];
    const found = describeColumns(columns.filter(({ name, type }) => /(^|_)id$/.test(name) && type !== 'bigint'));
    expect(found.filter((column) => !exceptions.includes(column))).toEqual([]);
  });

  it('that say who did something are a kind and an id', () => {
    const kinds = columns.filter(({ name }) => name === 'actor_kind').map(({ table }) => table);
    expect(kinds).toEqual(expect.arrayContaining(['audit_event', 'order_event', 'stock_entry']));
    expect(kinds.filter((table) => !columnOf(table, 'actor_id'))).toEqual([]);
  });
});
