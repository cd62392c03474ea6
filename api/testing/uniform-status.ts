import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** The uniform status of a person in a season, as stored. */
export interface TestUniformStatus {
  season_id: number;
  customer_id: number;
  pieces_due: number;
  pieces_fulfilled: number;
  pieces_ordered: number;
  open_choices: number;
  ordering_status: number | null;
  measuring_status: number | null;
  ordering_status_since_start: number | null;
  measuring_status_since_start: number | null;
}

const columns = sql`season_id, customer_id, pieces_due, pieces_fulfilled, pieces_ordered, open_choices, ordering_status, measuring_status, ordering_status_since_start,
  measuring_status_since_start`;

/** The stored uniform status, by person and season. */
export async function readStoredUniformStatus(db: Db, organisationId: number): Promise<TestUniformStatus[]> {
  const stored = await sql<TestUniformStatus>`
    select ${columns} from uniform_status where organisation_id = ${organisationId} order by customer_id, season_id`.execute(db);
  return stored.rows;
}

interface Person {
  id: number;
  active: boolean;
  allocation_type_id: number | null;
  opted_out_on: string | null;
  starts_on: string | null;
  measured_on: string | null;
  special_on: string | null;
}
interface Wardrobe {
  id: number;
  season_id: number | null;
  budget_points: number | null;
  budget_minor: number | null;
}
interface Group {
  id: number;
  collection_id: number;
  super_group_option_id: number | null;
  quantity: number | null;
  min_quantity: number | null;
  products: { id: number; quantity: number | null }[];
}
interface Season {
  id: number;
  starts_on: string;
  ends_on: string;
  is_current: boolean;
}
interface Line {
  wearer: number;
  season_id: number;
  placed_on: string;
  collection_id: number | null;
  collection_group_id: number | null;
  product_id: number;
  quantity: number;
  covered_quantity: number;
  shipped_quantity: number;
  cancelled_quantity: number;
  returned_quantity: number;
  awaited_quantity: number;
  awaited_covered_quantity: number;
  exchange_difference_minor: number;
  budget_unit: 'points' | 'money' | null;
  unit_points: number | null;
  unit_price_minor: number;
}

/** What a person is owed from a group, a product of a group or a budget in a season, and what of it has been taken. */
export interface TestAccount {
  customer: number;
  collection: number;
  season: number | null;
  /** Null for a budget. */
  group: number | null;
  product: number | null;
  unit: 'pieces' | 'points' | 'money';
  chosen: boolean;
  /** Null without a limit. */
  balance: number | null;
  granted: number;
  reserved: number;
  used: number;
}

interface ExpectedAccount extends TestAccount {
  option: number | null;
  /** Pieces that complete the uniform. */
  due: number;
  /** Pieces of orders placed since the first working day. */
  takenSinceStart: number;
}

const rows = async <R>(db: Db, query: ReturnType<typeof sql<R>>) => (await query.execute(db)).rows;
const byKey = (a: TestAccount, b: TestAccount) => {
  const key = ({ customer, collection, season, group, product, unit }: TestAccount) =>
    [customer, collection, season ?? 0, group ?? 0, product ?? 0].map((id) => String(id).padStart(9, '0')).join('/') + unit;
  return key(a) < key(b) ? -1 : 1;
};

/** The accounts of everyone who has not been deleted, as stored, without the closed accounts. */
export async function readStoredAccounts(db: Db, organisationId: number): Promise<TestAccount[]> {
  const found = await rows(
    db,
    sql<TestAccount>`select customer_id as customer, collection_id as collection, season_id as season, collection_group_id as "group", product_id as product, unit,
      status = 'open' as chosen, case when is_limited then granted - reserved - used end as balance, granted, reserved, used
      from entitlement_account where organisation_id = ${organisationId} and status <> 'closed'
        and customer_id in (select id from customer where deleted_at is null)`,
  );
  return found.toSorted(byKey);
}

/**
 * Reads wardrobes, people, adjustments and order lines, and works out from them alone what everyone is owed and has taken. It shares no code with
 * the rules and the database functions: a change of the rules has to be made here too.
 */
async function readExpected(db: Db, organisationId: number) {
  const here = sql`organisation_id = ${organisationId}`;
  const people = await rows(
    db,
    sql<Person>`select id, active, allocation_type_id, (wardrobe_opt_out_at at time zone 'UTC')::date as opted_out_on, starts_on,
      (measured_at at time zone 'UTC')::date as measured_on, (special_measurements_at at time zone 'UTC')::date as special_on
      from customer where ${here} and deleted_at is null order by id`,
  );
  const wardrobes = await rows(
    db,
    sql<Wardrobe>`select id, season_id, budget_points, budget_minor from collection where ${here}`,
  );
  const groups = await rows(
    db,
    sql<Group>`select g.*, (select coalesce(json_agg(json_build_object('id', p.product_id, 'quantity', p.quantity)), '[]')
      from collection_group_product p where p.collection_group_id = g.id) as products
      from collection_group g where ${here}`,
  );
  const seasons = await rows(
    db,
    sql<Season>`select id, starts_on, ends_on, is_current from season where ${here} order by ends_on`,
  );
  const today = (
    await rows(
      db,
      sql<{ day: string }>`select (now() at time zone time_zone)::date as day from organisation where id = ${organisationId}`,
    )
  )[0]?.day as string;
  const superGroups = await rows(
    db,
    sql<{ collection_id: number; min_select: number; options: number[] }>`
      select collection_id, min_select, array(select id from super_group_option o where o.super_group_id = s.id) as options from super_group s where ${here}`,
  );
  const lines = await rows(
    db,
    sql<Line>`select l.wearer_id as wearer, l.season_id, (o.created_at at time zone 'UTC')::date as placed_on, l.collection_id, l.collection_group_id, l.product_id,
      l.quantity, l.covered_quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity, l.awaited_quantity, l.awaited_covered_quantity,
      l.exchange_difference_minor, l.unit_points, l.unit_price_minor - l.decoration_outside_budget_minor as unit_price_minor,
      (select unit from entitlement_account b where b.organisation_id = l.organisation_id and b.id = l.budget_account_id) as budget_unit
      from order_line l join orders o on o.id = l.order_id
      where o.organisation_id = ${organisationId} and o.order_state_id not in (40, 60) and l.wearer_id is not null`,
  );
  const adjustments = await rows(
    db,
    sql<{ key: string; amount: number }>`
      select concat_ws('/', customer_id, collection_id, coalesce(season_id, 0), coalesce(collection_group_id, 0), coalesce(product_id, 0), unit) as key, adjusted as amount
      from entitlement_account where ${here} and adjusted <> 0`,
  );
  const pairs = async (table: string, column: string) => {
    const found = await rows(
      db,
      sql<{
        person: number;
        id: number;
      }>`select customer_id as person, ${sql.ref(column)} as id from ${sql.table(table)} where ${here} order by 2`,
    );
    const byPerson = Map.groupBy(found, ({ person }) => person);
    return (person: number) => (byPerson.get(person) ?? []).map(({ id }) => id);
  };
  const wardrobesOf = await pairs('customer_collection', 'collection_id');
  const seasonsOf = await pairs('customer_season', 'season_id');
  const choicesOf = await pairs('customer_super_group_option', 'super_group_option_id');
  const linesByWearer = Map.groupBy(lines, ({ wearer }) => wearer);

  // What was owed in a season that has ended stays as it was then.
  const days = [...seasons.flatMap(({ starts_on, ends_on }) => (starts_on <= today && ends_on < today ? [ends_on] : [])), today];
  const seasonsOwed = (person: number, wardrobe: Wardrobe): (number | null)[] => {
    if (wardrobe.season_id !== null) return [wardrobe.season_id];
    const own = seasons.filter(({ id }) => seasonsOf(person).includes(id));
    const owed = days.flatMap((day) => {
      const open = own.filter(({ ends_on }) => ends_on >= day).map(({ id }) => id);
      if (open.length > 0) return open;
      return [own.at(-1)?.id ?? seasons.find(({ is_current }) => is_current)?.id ?? null];
    });
    return [...new Set(owed)];
  };

  const accountsOf = (person: Person): ExpectedAccount[] => {
    const type = person.allocation_type_id ?? 20;
    const chosen = choicesOf(person.id);
    const own = (linesByWearer.get(person.id) ?? []).map((line) => {
      const remaining = line.quantity - line.cancelled_quantity - line.returned_quantity;
      const counted = Math.min(line.covered_quantity, remaining);
      const used = Math.min(counted, line.shipped_quantity - line.returned_quantity);
      const isSinceStart = person.starts_on !== null && line.placed_on >= person.starts_on;
      return { ...line, counted, used, reserved: counted - used, isSinceStart };
    });
    const add = (
      key: Pick<TestAccount, 'collection' | 'season' | 'group' | 'product' | 'unit'>,
      { limit, due, option }: { limit: number | null; due: number | null; option: number | null },
    ): ExpectedAccount => {
      const { collection, season, group, product, unit } = key;
      const adjusted =
        adjustments.find((row) => row.key === [person.id, collection, season ?? 0, group ?? 0, product ?? 0, unit].join('/'))
          ?.amount ?? 0;
      const taking = own.filter(
        (line) =>
          line.season_id === season &&
          (unit === 'pieces'
            ? line.collection_group_id === group && (product === null || line.product_id === product)
            : line.collection_id === collection && line.budget_unit === unit),
      );
      const cost = (line: Line) => (unit === 'pieces' ? 1 : unit === 'points' ? (line.unit_points ?? 0) : line.unit_price_minor);
      const total = (count: (line: (typeof own)[number]) => number) =>
        taking.reduce((sum, line) => sum + count(line) * cost(line), 0);
      // Under a budget in money, an exchange reserves what the new size costs more.
      const held =
        unit === 'money'
          ? taking.reduce(
              (sum, line) =>
                sum +
                line.exchange_difference_minor * Math.min(line.awaited_covered_quantity, line.quantity - line.cancelled_quantity),
              0,
            )
          : 0;
      const [reserved, used] = [total((line) => line.reserved) + held, total((line) => line.used)];
      // An opt-out does not reach seasons that had ended by then.
      const endsOn = seasons.find(({ id }) => id === season)?.ends_on;
      const isWithdrawn = person.opted_out_on !== null && (endsOn === undefined || person.opted_out_on <= endsOn);
      const allowance = limit === null || isWithdrawn ? 0 : Math.max(limit + adjusted, 0);
      const granted = limit === null ? 0 : Math.max(allowance, reserved + used);
      return {
        ...key,
        customer: person.id,
        option,
        chosen: option === null || chosen.includes(option),
        balance: limit === null ? null : granted - reserved - used,
        granted,
        reserved,
        used,
        due: isWithdrawn ? 0 : (due ?? allowance),
        takenSinceStart: total((line) => (line.isSinceStart ? line.counted : 0)),
      };
    };
    return wardrobes
      .filter(({ id }) => wardrobesOf(person.id).includes(id))
      .flatMap((wardrobe) =>
        seasonsOwed(person.id, wardrobe).flatMap((season) => {
          const shared = { collection: wardrobe.id, season };
          const budget =
            type === 30 || type === 40
              ? [
                  add(
                    { ...shared, group: null, product: null, unit: type === 30 ? 'points' : 'money' },
                    { limit: type === 30 ? wardrobe.budget_points : wardrobe.budget_minor, due: 0, option: null },
                  ),
                ]
              : [];
          const pieces = groups
            .filter(({ collection_id }) => collection_id === wardrobe.id)
            .flatMap((group) => {
              const option = group.super_group_option_id;
              const hasNumbers = group.products.some(({ quantity }) => quantity !== null);
              if (type === 10 && hasNumbers)
                return group.products.map(({ id, quantity }) =>
                  add({ ...shared, group: group.id, product: id, unit: 'pieces' }, { limit: quantity ?? 0, due: null, option }),
                );
              return [
                add(
                  { ...shared, group: group.id, product: null, unit: 'pieces' },
                  { limit: type === 50 ? null : group.quantity, due: type >= 30 ? (group.min_quantity ?? 0) : null, option },
                ),
              ];
            });
          return [...budget, ...pieces];
        }),
      );
  };
  return { people, superGroups, wardrobesOf, seasonsOf, choicesOf, linesByWearer, accountsOf };
}

/** What the accounts of everyone who has not been deleted should be, without the closed accounts. */
export async function computeExpectedAccounts(db: Db, organisationId: number): Promise<TestAccount[]> {
  const { people, accountsOf } = await readExpected(db, organisationId);
  return people
    .flatMap(accountsOf)
    .map(({ option, due, takenSinceStart, ...account }) => account)
    .toSorted(byKey);
}

/** What the uniform status of everyone should be, by person and season. */
export async function computeExpectedUniformStatus(db: Db, organisationId: number): Promise<TestUniformStatus[]> {
  const { people, superGroups, wardrobesOf, seasonsOf, choicesOf, linesByWearer, accountsOf } = await readExpected(
    db,
    organisationId,
  );
  return people.flatMap((person) => {
    const own = wardrobesOf(person.id);
    const isChosen = (option: number) => choicesOf(person.id).includes(option);
    const isWearer = person.active && own.length > 0;
    const unanswered = superGroups.filter(
      ({ collection_id, min_select, options }) => own.includes(collection_id) && options.filter(isChosen).length < min_select,
    );
    const accounts = accountsOf(person);
    const since = (day: string | null) => day !== null && person.starts_on !== null && day >= person.starts_on;
    const measuring = person.special_on ? 30 : person.measured_on ? 20 : 10;
    const measuringStarted = since(person.special_on) ? 30 : since(person.measured_on) ? 20 : 10;
    const total = (list: readonly ExpectedAccount[], count: (account: ExpectedAccount) => number) =>
      list.reduce((sum, account) => sum + count(account), 0);
    return [0, ...seasonsOf(person.id)].map((season) => {
      const inSeason = accounts.filter((account) => account.unit === 'pieces' && account.season === season);
      const open = inSeason.filter(({ chosen }) => chosen);
      const owedByChoices = unanswered.flatMap(({ min_select, options }) =>
        options
          .filter((option) => !isChosen(option))
          .map((option) =>
            total(
              inSeason.filter((account) => account.option === option),
              ({ due }) => due,
            ),
          )
          .toSorted((a, b) => a - b)
          .slice(0, min_select - options.filter(isChosen).length),
      );
      const owed = total(open, ({ due }) => due) + owedByChoices.reduce((sum, pieces) => sum + pieces, 0);
      const statusFor = (taken: (account: ExpectedAccount) => number) => {
        const counted = total(open, (account) => Math.min(taken(account), account.due));
        const hasCounted = owed > 0 ? counted > 0 : total(open, taken) > 0;
        return { counted, status: person.opted_out_on !== null ? 40 : !hasCounted ? 10 : counted < owed ? 20 : 30 };
      };
      const all = statusFor(({ reserved, used }) => reserved + used);
      const started = statusFor(({ takenSinceStart }) => takenSinceStart);
      const ordered = (linesByWearer.get(person.id) ?? [])
        .filter((line) => line.season_id === season)
        .reduce(
          (sum, line) =>
            sum + Math.max(0, line.quantity - line.cancelled_quantity - line.returned_quantity - line.awaited_quantity),
          0,
        );
      const counts = isWearer && season > 0;
      return {
        season_id: season,
        customer_id: person.id,
        pieces_due: counts ? owed : 0,
        pieces_fulfilled: counts ? all.counted : 0,
        pieces_ordered: counts ? ordered : 0,
        open_choices: counts ? unanswered.length : 0,
        ordering_status: counts ? all.status : null,
        measuring_status: isWearer ? measuring : null,
        ordering_status_since_start: counts ? started.status : null,
        measuring_status_since_start: isWearer ? measuringStarted : null,
      };
    });
  });
}
