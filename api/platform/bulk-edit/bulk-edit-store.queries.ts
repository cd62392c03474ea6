import { type RawBuilder, sql } from 'kysely';
import type { OperatorScope } from '../http/operator-scope.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Scope } from '../http/scope.ts';

/** Who makes a bulk edit: a person of an organisation, or an operator or API key of the supplier. */
export type BulkEditCaller = Scope | OperatorScope;

/** In whose name an operator's bulk edit is made. */
export interface OperatorContext {
  caller: OperatorScope;
}

/** In whose name a bulk edit is made. */
export type CallerContext = RequestContext | OperatorContext;

/** The organisation that an edit belongs to; null for edits of the supplier. */
export interface BulkEditOwner {
  organisationId: number | null;
}

/** Whose edits a caller makes. */
export const editOwnerOf = (caller: BulkEditCaller): BulkEditOwner => ({
  organisationId: 'customerId' in caller ? caller.organisationId : null,
});

/** Where the edits of an owner are stored. Those of an organisation have it in every key. */
export interface BulkEditStore {
  edits: RawBuilder<unknown>;
  items: RawBuilder<unknown>;
  /** The first columns of either table, with a comma, and their values. */
  ownerColumns: RawBuilder<unknown>;
  ownerValues: RawBuilder<unknown>;
  /** Whether the rows of a table, by its alias, are the owner's. */
  isOwn(alias: string): RawBuilder<unknown>;
  /** Whether the rows of two tables have the same owner. */
  isSameOwner(one: string, other: string): RawBuilder<unknown>;
  /** Which columns are unique together, where an edit is undone once. */
  undoneOnce: RawBuilder<unknown>;
  /** The reasons of an item; those of an item from before kinds were stored have the kind `text`. */
  reasonsOf(item: string): RawBuilder<unknown>;
  hasReasons(item: string): RawBuilder<unknown>;
  /** Whether the values of an original item `x` were erased. */
  wasErased: RawBuilder<unknown>;
  /** Joins whoever made edit `e`, and their name. */
  actorJoin: RawBuilder<unknown>;
  actorName: RawBuilder<unknown>;
}

/** The reasons of an item of an organisation's edit; those of an item from before kinds were stored have the kind `text`. */
export const itemReasons = (item: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${item}.reason_kinds`)}, jsonb_build_array(jsonb_build_object('kind', 'text', 'text', ${sql.ref(`${item}.reason`)})))`;

const organisationStore = (organisationId: number): BulkEditStore => ({
  edits: sql`bulk_edit`,
  items: sql`bulk_edit_item`,
  ownerColumns: sql`organisation_id,`,
  ownerValues: sql`${organisationId}::bigint,`,
  isOwn: (alias) => sql`${sql.ref(`${alias}.organisation_id`)} = ${organisationId}`,
  isSameOwner: (one, other) => sql`${sql.ref(`${one}.organisation_id`)} = ${sql.ref(`${other}.organisation_id`)}`,
  undoneOnce: sql`(organisation_id, undo_of_id)`,
  reasonsOf: itemReasons,
  hasReasons: (item) => sql`(${sql.ref(`${item}.reason_kinds`)} is not null or ${sql.ref(`${item}.reason`)} is not null)`,
  wasErased: sql`x.values_erased_at is not null`,
  actorJoin: sql`join customer a on a.organisation_id = e.organisation_id and a.id = e.actor_id`,
  actorName: sql`trim(a.first_name || ' ' || a.last_name)`,
});

const supplierStore: BulkEditStore = {
  edits: sql`supplier_bulk_edit`,
  items: sql`supplier_bulk_edit_item`,
  ownerColumns: sql``,
  ownerValues: sql``,
  isOwn: () => sql`true`,
  isSameOwner: () => sql`true`,
  undoneOnce: sql`(undo_of_id)`,
  reasonsOf: (item) => sql`${sql.ref(`${item}.reason_kinds`)}`,
  hasReasons: (item) => sql`${sql.ref(`${item}.reason_kinds`)} is not null`,
  wasErased: sql`false`,
  actorJoin: sql`
    left join operator o on e.actor_kind = 'operator' and o.id = e.actor_id
    left join api_key k on e.actor_kind = 'api_key' and k.id = e.actor_id`,
  actorName: sql`coalesce(o.name, k.name, '')`,
};

/** Where the edits of an owner are stored. */
export const editStoreOf = ({ organisationId }: BulkEditOwner): BulkEditStore =>
  organisationId === null ? supplierStore : organisationStore(organisationId);

/** The columns of a new edit that say who made it, and their values. */
export const actorOf = (caller: BulkEditCaller): { columns: RawBuilder<unknown>; values: RawBuilder<unknown> } =>
  'customerId' in caller
    ? { columns: sql`actor_id`, values: sql`${caller.customerId}::bigint` }
    : {
        columns: sql`actor_kind, actor_id, brand_ids`,
        values: sql`${caller.kind}::text, ${caller.id}::bigint, ${[...caller.brandIds]}::bigint[]`,
      };
