import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrganisationTable } from '#api/platform/db/types.ts';

export type OrganisationRow = Selectable<OrganisationTable>;
export type NewOrganisation = Insertable<OrganisationTable>;
export type OrganisationChanges = Updateable<OrganisationTable>;

/** Ids, names and brands of all organisations, in the order in which they were added. */
export const listOrganisations = (tx: Tx): Promise<{ id: number; brand_id: number; name: string }[]> =>
  tx.selectFrom('organisation').select(['id', 'brand_id', 'name']).orderBy('id').execute();

/** An organisation, locked against other changes. */
export const lockOrganisationRow = (tx: Tx, id: number): Promise<OrganisationRow> =>
  tx.selectFrom('organisation').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Adds an organisation and returns its id. Triggers give its roles their permissions. */
export async function insertOrganisation(tx: Tx, organisation: NewOrganisation): Promise<number> {
  const { id } = await tx.insertInto('organisation').values(organisation).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes columns of an organisation; a trigger counts the version. */
export async function updateOrganisation(tx: Tx, id: number, changes: OrganisationChanges): Promise<void> {
  await tx.updateTable('organisation').set(changes).where('id', '=', id).execute();
}

/** The organisation of the brand that someone with this email address belongs to; undefined when no one has it. */
export async function findOrganisationOfPerson(tx: Tx, brandId: number, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select organisation_id as id from customer where brand_id = ${brandId} and lower(email) = lower(${email}) and deleted_at is null`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Adds a destination to an organisation and returns its id. */
export async function insertDestination(tx: Tx, organisationId: number, name: string, displayOrder: number): Promise<number> {
  const { id } = await tx
    .insertInto('resort')
    .values({ organisation_id: organisationId, name, display_order: displayOrder })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds the first season of an organisation, which is the current one. Days such as `2026-03-29`. */
export async function insertFirstSeason(
  tx: Tx,
  organisationId: number,
  season: { name: string; startsOn: string; endsOn: string },
): Promise<void> {
  await tx
    .insertInto('season')
    .values({
      organisation_id: organisationId,
      name: season.name,
      starts_on: season.startsOn,
      ends_on: season.endsOn,
      is_current: true,
    })
    .execute();
}
