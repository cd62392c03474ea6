import { Client } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSchemaFolder } from '#api/testing/schema-folder.ts';
import { migrate } from './migrate.ts';

const schema = useSchemaFolder();
const { ask, write } = schema;

const PRICE = 'catalogue/price.sql';
const OFFER = 'catalogue/offer.sql';
const SALES = 'ordering/sales.sql';
const TABLES = 'CREATE TABLE item (id int PRIMARY KEY, price int NOT NULL); CREATE TABLE sale (item int, total int);';

/** The price of an item, a view with it, and a trigger that uses it: applied in this order, although "offer" comes before "price" and a higher area may be first. */
const FILES = {
  [PRICE]: `create or replace function price_of(price int) returns int language sql immutable return price * 2;`,
  [OFFER]: `create or replace view offer as select id, price_of(price) as price from item;
comment on view offer is 'What an item costs.';`,
  [SALES]: `create or replace function set_total() returns trigger language plpgsql as $$
begin
  new.total := (select price from offer where id = new.item);
  return new;
end $$;
create or replace trigger set_total before insert on sale for each row execute function set_total();`,
};

beforeEach(async () => {
  await write({ [schema.migration('0001-tables.sql')]: TABLES, ...FILES });
});

const sell = async () => (await ask(`INSERT INTO sale (item) SELECT id FROM item; SELECT total FROM sale`)).at(-1);
const addItem = () => ask('INSERT INTO item VALUES (1, 10)');

/** Runs the action while another session has locked these tables against everyone. */
async function whileLocked<T>(tables: string, action: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: schema.url });
  await client.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
    return await action();
  } finally {
    await client.end();
  }
}

/** The rows of the catalogue with the transactions that wrote them, which every change replaces. */
const listCatalogue = () =>
  ask(`SELECT 'c' || oid || ' ' || xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'p' || oid || ' ' || xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 't' || oid || ' ' || xmin FROM pg_trigger
    UNION ALL SELECT 'r' || oid || ' ' || xmin FROM pg_rewrite WHERE ev_class >= 16384 ORDER BY 1`);

describe('repeatable SQL', () => {
  test('is applied after the migrations, the lowest area first and each file after those that it names', async () => {
    expect(await schema.migrate()).toEqual([
      'applied migration 0001-tables.sql',
      'applied the SQL of api/catalogue/price.sql, api/catalogue/offer.sql, api/ordering/sales.sql',
    ]);
    await addItem();
    expect(await sell()).toBe(20);
    expect(await ask(`SELECT obj_description('offer'::regclass)`)).toEqual(['What an item costs.']);
  });

  test('that has not changed is left alone: a second run locks no table and changes nothing', async () => {
    await schema.migrate();
    const before = await listCatalogue();

    expect(await whileLocked('item, sale, offer', () => schema.migrate())).toEqual([]);
    expect(await listCatalogue()).toEqual(before);
  });

  test('that has changed locks only what the changed objects are on', async () => {
    await schema.migrate();
    await write({ [SALES]: FILES[SALES].replace('select price', 'select price + 1') });

    expect(await whileLocked('item, sale, offer', () => schema.migrate())).toEqual(['applied the SQL of api/ordering/sales.sql']);
    await addItem();
    expect(await sell()).toBe(21);
  });

  test('is applied completely or not at all, and waits for a lock as a migration does', async () => {
    await schema.migrate();
    await write({
      [PRICE]: FILES[PRICE].replace('* 2', '* 3'),
      [SALES]: FILES[SALES].replace('before insert on', 'before insert or update on'),
    });

    await expect(whileLocked('sale', () => schema.migrate())).rejects.toThrow(
      /^api\/ordering\/sales.sql failed in line 6: .*lock timeout/,
    );
    expect(await ask('SELECT price_of(1)')).toEqual([2]);
    await schema.migrate();
    expect(await ask('SELECT price_of(1)')).toEqual([3]);
  });

  test('is applied once when several servers start together', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => migrate(schema.url, { folder: schema.folder })));
    expect(counts.toSorted()).toEqual([0, 0, 4]);
  });

  test('can be used by the application at once', async () => {
    const role = `livery_test_${process.pid}_reader`;
    const rights = () =>
      ask(`SELECT has_table_privilege('${role}', 'offer', 'SELECT'), has_table_privilege('${role}', 'repeatable_sql', 'UPDATE')`);
    await ask(`CREATE ROLE ${role}`);
    try {
      await schema.migrate({ role });
      await write({ [OFFER]: 'create or replace view offer as select id, price_of(price)::bigint as price from item;' });
      expect(await schema.migrate({ role })).toContain('dropped the view offer as it was');
      expect(await rights()).toEqual([true, false]);
    } finally {
      await ask(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});

describe('of an object that cannot be replaced', () => {
  beforeEach(async () => {
    await schema.migrate();
    await addItem();
  });

  test.each([
    ['other parameters', 'price_of(price int, rate int default 5) returns int language sql immutable return price * rate', 50],
    ['another result', 'price_of(price int) returns bigint language sql immutable return price * 4', 40],
    ['other names of parameters', 'price_of(amount int) returns int language sql immutable return amount * 6', 60],
  ])('a function with %s is dropped and created, with the view that uses it', async (_, definition, total) => {
    await write({ [PRICE]: `create or replace function ${definition};` });

    expect(await schema.migrate()).toEqual([
      'applied the SQL of api/catalogue/price.sql, api/catalogue/offer.sql',
      'dropped the view offer as it was',
      'dropped the function price_of as it was',
    ]);
    expect(await ask(`SELECT count(*)::int FROM pg_proc WHERE proname = 'price_of'`)).toEqual([1]);
    expect(await sell()).toBe(total);
    expect(await schema.migrate()).toEqual([]);
  });

  test('a view is dropped and created, unless something else uses it', async () => {
    const named =
      'create or replace function first_offer() returns setof offer stable language sql begin atomic select * from offer limit 1';
    await ask(`${named}; end`);
    await expect(
      write({ [OFFER]: 'create or replace view offer as select price_of(price) as price, id from item;' }).then(() =>
        schema.migrate(),
      ),
    ).rejects.toThrow(/^The view offer has to be dropped, .*function first_offer\(\) depends on/);

    await ask('DROP FUNCTION first_offer');
    expect(await schema.migrate()).toEqual(['applied the SQL of api/catalogue/offer.sql', 'dropped the view offer as it was']);
    expect(await sell()).toBe(20);
  });

  test('a constraint trigger is dropped and created', async () => {
    const trigger = (when: string) => `${FILES[SALES]}
create or replace function check_total() returns trigger language plpgsql as $$ begin raise 'checked %', new.total; end $$;
create constraint trigger check_total after insert on sale deferrable initially deferred
  for each row when (${when}) execute function check_total();`;
    await write({ [SALES]: trigger('new.total > 20') });
    await schema.migrate();
    await sell();

    await write({ [SALES]: trigger('new.total > 10') });
    await schema.migrate();
    await expect(sell()).rejects.toThrow('checked 20');
  });

  test('what an index uses is not dropped, and nothing is changed', async () => {
    await ask('CREATE INDEX item_by_price ON item (price_of(price))');
    await write({
      [PRICE]: 'create or replace function price_of(price int) returns bigint language sql immutable return price;',
    });

    await expect(schema.migrate()).rejects.toThrow(/^The function price_of has to be dropped, .*index item_by_price depends on/);
    expect(await sell()).toBe(20);
  });
});

describe('what a file no longer defines', () => {
  beforeEach(() => schema.migrate());

  test('is dropped with the file', async () => {
    await write({ [SALES]: null, [OFFER]: null });

    expect(await schema.migrate()).toEqual([
      'applied the SQL of api/catalogue/offer.sql, api/ordering/sales.sql',
      'dropped the view offer as it was',
      'dropped the function set_total as it was',
    ]);
    expect(await ask(`SELECT count(*)::int FROM pg_trigger WHERE tgrelid = 'sale'::regclass`)).toEqual([0]);
    expect(await schema.migrate()).toEqual([]);
  });

  test('stays as it is if another file defines it', async () => {
    const before = await listCatalogue();
    await write({ [SALES]: null, 'ordering/totals/sales.sql': FILES[SALES] });

    expect(await schema.migrate()).toEqual([]);
    expect(await ask('SELECT name FROM repeatable_sql ORDER BY 1')).toContain('api/ordering/totals/sales.sql');
    expect(await listCatalogue()).toEqual(before);
  });
});

describe('a migration', () => {
  const CHANGE = 'ALTER TABLE item ALTER COLUMN price TYPE bigint;';
  beforeEach(() => schema.migrate());

  test('that changes a column of a view drops the view, which is created again', async () => {
    await write({
      [schema.migration('0002-price.sql')]: `DROP VIEW offer; ${CHANGE}`,
      [PRICE]: FILES[PRICE].replaceAll('int', 'bigint'),
    });

    expect(await schema.migrate()).toContain('applied the SQL of api/catalogue/price.sql, api/catalogue/offer.sql');
    await addItem();
    expect(await sell()).toBe(20);
  });

  test('that drops a view is undone with everything after it, if that fails', async () => {
    await write({
      [schema.migration('0002-price.sql')]: 'DROP VIEW offer;',
      [schema.migration('0003-nothing.sql')]: 'SELECT 1;',
      [OFFER]: 'create or replace view offer as select missing from item;',
    });

    await expect(schema.migrate()).rejects.toThrow(/^api\/catalogue\/offer.sql failed in line 1: column "missing"/);
    expect(await ask('SELECT name FROM schema_migration')).toEqual(['0001-tables.sql']);
    await addItem();
    expect(await sell()).toBe(20);
  });
});

test('what someone has dropped is created again', async () => {
  await schema.migrate();
  await ask('DROP FUNCTION set_total CASCADE');

  expect(await schema.migrate()).toEqual(['applied the SQL of api/ordering/sales.sql']);
  await addItem();
  expect(await sell()).toBe(20);
});

describe('earlier code', () => {
  const SECOND = schema.migration('0002-rate.sql');
  const later = FILES[PRICE].replace('* 2', '* 3');

  test('works with what a later version has changed, and leaves it', async () => {
    await schema.migrate();
    await write({ [PRICE]: later, 'catalogue/more.sql': 'create or replace view more as select 1 as one;' });
    await schema.migrate();
    await write({ [PRICE]: FILES[PRICE], 'catalogue/more.sql': null });

    expect(await schema.migrate()).toEqual([
      'a newer version has applied api/catalogue/more.sql, api/catalogue/price.sql; this one works with it',
    ]);
    expect(await ask('SELECT price_of(one) FROM more')).toEqual([3]);
  });

  test('works with a later version that also has a migration, which it had never met', async () => {
    await write({ [SECOND]: 'SELECT 1;', [PRICE]: later });
    await schema.migrate();
    await write({ [SECOND]: null, [PRICE]: FILES[PRICE] });

    expect(await schema.migrate()).toEqual([
      'a newer version has applied 0002-rate.sql, api/catalogue/price.sql; this one works with it',
    ]);
  });

  test('is refused by a file that needs a migration which it does not know', async () => {
    await schema.migrate();
    await write({ [SECOND]: 'SELECT 1;' });
    await schema.migrate();
    await write({ [PRICE]: `-- Needs code with 0002-rate.sql\n${later}` });
    await schema.migrate();

    await write({ [PRICE]: FILES[PRICE] });
    expect(await schema.migrate()).toEqual(['a newer version has applied api/catalogue/price.sql; this one works with it']);
    await write({ [SECOND]: null });
    await expect(schema.migrate()).rejects.toThrow(
      'contains api/catalogue/price.sql, which this version of Livery does not know',
    );
  });

  test('is not what takes back one change and makes another', async () => {
    await schema.migrate();
    await write({ [PRICE]: later });
    await schema.migrate();
    await write({ [PRICE]: FILES[PRICE], [OFFER]: `-- What an item costs.\n${FILES[OFFER]}` });

    expect(await schema.migrate()).toEqual(['applied the SQL of api/catalogue/price.sql']);
    expect(await ask('SELECT price_of(1)')).toEqual([2]);
  });
});

describe('refuses a file', () => {
  test.each([
    [
      'that defines what another one defines',
      'people/price.sql',
      FILES[PRICE],
      /function price_of is defined in api\/.*, and again in api\//,
    ],
    [
      'in no area',
      'prices/price.sql',
      'create or replace view price as select 1 as price;',
      'api/prices/price.sql is in no area',
    ],
    [
      'with a table',
      'people/table.sql',
      '\ncreate table person (id int);',
      'api/people/table.sql contains in line 2 what is neither',
    ],
    [
      'that could not be applied twice',
      'people/view.sql',
      'create view person as select 1 as id;',
      'contains in line 1 what is neither',
    ],
    [
      'that needs an unknown migration',
      'people/view.sql',
      '-- Needs code with 0009-x.sql\ncreate or replace view v as select 1;',
      'needs code with 0009-x.sql, which is no migration',
    ],
    [
      'that names what names it',
      'catalogue/item.sql',
      'create or replace view item_price as select price_of(1) from offer2;',
      undefined,
    ],
  ])('%s', async (_, path, text, message) => {
    await write({ [path]: text });
    if (message === undefined) {
      await write({ [PRICE]: `${FILES[PRICE]}\ncreate or replace view offer2 as select * from item_price;` });
      await expect(schema.migrate()).rejects.toThrow(
        'Each of api/catalogue/item.sql, api/catalogue/price.sql names what another',
      );
    } else await expect(schema.migrate()).rejects.toThrow(message);
  });
});
