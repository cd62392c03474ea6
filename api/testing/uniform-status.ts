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
  opted_out: boolean;
  starts_on: string | null;
  measured_on: string | null;
  special_on: string | null;
}
interface Group {
  id: number;
  collection_id: number;
  super_group_option_id: number | null;
  quantity: number | null;
  min_quantity: number | null;
  display_order: number;
  products: { id: number; quantity: number | null }[];
}
interface Line {
  wearer: number;
  season_id: number;
  placed_on: string;
  product_id: number;
  collection_group_id: number | null;
  pieces: number;
}

const rows = async <R>(db: Db, query: ReturnType<typeof sql<R>>) => (await query.execute(db)).rows;

/** Computes the uniform status independently of the database functions: a change of the rules has to be made here too. */
export async function computeExpectedUniformStatus(db: Db, organisationId: number): Promise<TestUniformStatus[]> {
  const here = sql`organisation_id = ${organisationId}`;
  const people = await rows(
    db,
    sql<Person>`select id, active, allocation_type_id, wardrobe_opt_out_at is not null as opted_out, starts_on,
      (measured_at at time zone 'UTC')::date as measured_on, (special_measurements_at at time zone 'UTC')::date as special_on
      from customer where ${here} and deleted_at is null order by id`,
  );
  const groups = await rows(
    db,
    sql<Group>`select g.*, (select coalesce(json_agg(json_build_object('id', p.product_id, 'quantity', p.quantity)), '[]')
      from collection_group_product p where p.collection_group_id = g.id) as products
      from collection_group g where ${here} order by display_order, id`,
  );
  const superGroups = await rows(
    db,
    sql<{ collection_id: number; min_select: number; options: number[] }>`
      select collection_id, min_select, array(select id from super_group_option o where o.super_group_id = s.id) as options from super_group s where ${here}`,
  );
  const lines = await rows(
    db,
    sql<Line>`select coalesce(l.wearer_id, o.customer_id) as wearer, o.season_id, (o.created_at at time zone 'UTC')::date as placed_on, l.product_id,
      l.collection_group_id, l.quantity - l.cancelled_quantity - l.returned_quantity as pieces
      from order_line l join orders o on o.id = l.order_id where o.organisation_id = ${organisationId} and o.order_state_id not in (40, 60)`,
  );
  const pairs = async (table: string, column: string) =>
    Map.groupBy(
      await rows(
        db,
        sql<{
          person: number;
          id: number;
        }>`select customer_id as person, ${sql.ref(column)} as id from ${sql.table(table)} where ${here}`,
      ),
      ({ person }) => person,
    );
  const [wardrobes, seasons, choices] = await Promise.all([
    pairs('customer_collection', 'collection_id'),
    pairs('customer_season', 'season_id'),
    pairs('customer_super_group_option', 'super_group_option_id'),
  ]);
  const linesByWearer = Map.groupBy(lines, ({ wearer }) => wearer);
  const idsOf = (map: typeof wardrobes, person: number) => (map.get(person) ?? []).map(({ id }) => id);

  return people.flatMap((person) => {
    const own = idsOf(wardrobes, person.id);
    const chosen = idsOf(choices, person.id);
    const open = groups.filter(
      (group) =>
        own.includes(group.collection_id) &&
        (group.super_group_option_id === null || chosen.includes(group.super_group_option_id)),
    );
    const isWearer = person.active && own.length > 0;
    const unanswered = superGroups.filter(
      ({ collection_id, min_select, options }) =>
        own.includes(collection_id) && options.filter((option) => chosen.includes(option)).length < min_select,
    );
    const openChoices = unanswered.length;
    const isExact = (group: Group) =>
      person.allocation_type_id === 10 && group.products.some(({ quantity }) => quantity !== null);
    const isBudget = [30, 40, 50].includes(person.allocation_type_id ?? 0);
    type Due = { group: number; product: number | null; pieces: number };
    const listDue = (group: Group): Due[] =>
      isExact(group)
        ? group.products.map(({ id, quantity }) => ({ group: group.id, product: id, pieces: quantity ?? 0 }))
        : [{ group: group.id, product: null, pieces: (isBudget ? group.min_quantity : group.quantity) ?? 0 }];
    // One entry for each quantity due.
    const due = open.flatMap(listDue);
    const total = (entries: readonly Due[]) => entries.reduce((sum, { pieces }) => sum + pieces, 0);
    const owedByChoices = unanswered.flatMap(({ min_select, options }) => {
      const isChosen = (option: number) => chosen.includes(option);
      return options
        .filter((option) => !isChosen(option))
        .map((option) => total(groups.filter((group) => group.super_group_option_id === option).flatMap(listDue)))
        .toSorted((a, b) => a - b)
        .slice(0, min_select - options.filter(isChosen).length);
    });
    const owed = total(due) + owedByChoices.reduce((sum, pieces) => sum + pieces, 0);
    const computeStatus = (seasonLines: Line[]) => {
      const pieces = seasonLines.reduce((sum, line) => sum + line.pieces, 0);
      const assigned = seasonLines.map((line) => {
        const named = open.find(({ id }) => id === line.collection_group_id);
        return { line, group: named ?? open.find(({ products }) => products.some(({ id }) => id === line.product_id)) };
      });
      const counted = due.reduce((sum, entry) => {
        const ordered = assigned
          .filter(({ line, group }) => group?.id === entry.group && (entry.product === null || entry.product === line.product_id))
          .reduce((pieces, { line }) => pieces + line.pieces, 0);
        return sum + Math.min(ordered, entry.pieces);
      }, 0);
      const hasCounted = owed > 0 ? counted > 0 : assigned.some(({ group }) => group);
      const status = person.opted_out ? 40 : !hasCounted ? 10 : counted < owed ? 20 : 30;
      return { pieces, counted, status };
    };
    const since = (day: string | null) => day !== null && person.starts_on !== null && day >= person.starts_on;
    const measuring = person.special_on ? 30 : person.measured_on ? 20 : 10;
    const measuringStarted = since(person.special_on) ? 30 : since(person.measured_on) ? 20 : 10;
    return [0, ...idsOf(seasons, person.id)]
      .toSorted((a, b) => a - b)
      .map((season) => {
        const seasonLines = (linesByWearer.get(person.id) ?? []).filter((line) => line.season_id === season && line.pieces > 0);
        const all = computeStatus(seasonLines);
        const started = computeStatus(
          seasonLines.filter((line) => person.starts_on !== null && line.placed_on >= person.starts_on),
        );
        const counts = isWearer && season > 0;
        return {
          season_id: season,
          customer_id: person.id,
          pieces_due: counts ? owed : 0,
          pieces_fulfilled: counts ? all.counted : 0,
          pieces_ordered: counts ? all.pieces : 0,
          open_choices: counts ? openChoices : 0,
          ordering_status: counts ? all.status : null,
          measuring_status: isWearer ? measuring : null,
          ordering_status_since_start: counts ? started.status : null,
          measuring_status_since_start: isWearer ? measuringStarted : null,
        };
      });
  });
}
