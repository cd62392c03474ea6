import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Who arranges lists and saves views of them. What customers and operators store has nothing in common. */
export type ListOwner = Scope | OperatorScope;

/** Where the settings and views of an owner are stored. */
interface ListStore {
  settings: RawBuilder<unknown>;
  settingsKey: RawBuilder<unknown>;
  views: RawBuilder<unknown>;
  ownerColumns: RawBuilder<unknown>;
  ownerValues: RawBuilder<unknown>;
  /** Condition for rows that are the owner's own. */
  isOwned: RawBuilder<unknown>;
  /** The owner's own row, as table and condition. */
  ownerRow: RawBuilder<unknown>;
}

/** The tables of an owner, and the owner's rows in them. */
export const storeOf = (owner: ListOwner): ListStore =>
  'customerId' in owner
    ? {
        settings: sql.table('list_setting'),
        settingsKey: sql.ref('list_setting_pkey'),
        views: sql.table('list_view'),
        ownerColumns: sql`organisation_id, customer_id`,
        ownerValues: sql`${owner.organisationId}, ${owner.customerId}`,
        isOwned: sql`organisation_id = ${owner.organisationId} and customer_id = ${owner.customerId}`,
        ownerRow: sql`customer where organisation_id = ${owner.organisationId} and id = ${owner.customerId}`,
      }
    : {
        settings: sql.table('operator_list_setting'),
        settingsKey: sql.ref('operator_list_setting_pkey'),
        views: sql.table('operator_list_view'),
        ownerColumns: sql`operator_id`,
        ownerValues: sql`${owner.id}`,
        isOwned: sql`operator_id = ${owner.id}`,
        ownerRow: sql`operator where id = ${owner.id}`,
      };

/** Locks the owner's row, so that of two requests only one at a time adds views or takes names. */
export async function lockListOwner(tx: Tx, owner: ListOwner): Promise<void> {
  await sql`select from ${storeOf(owner).ownerRow} for no key update`.execute(tx);
}
