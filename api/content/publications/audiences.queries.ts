import { sql } from 'kysely';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { PublicationAudience } from './publications.rules.ts';

type Choices = ReplyOf<'GET /api/operator/content/audiences'>;

const toBigints = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`;

/** The operator's brands with their organisations, and of these the roles and groups. */
export async function listAudienceChoices(db: Db, { brandIds }: OperatorScope): Promise<Choices> {
  const { rows } = await sql<Choices>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
        from role r where r.organisation_id is null and r.active) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.company_name, 'theme', b.name, 'organisations', (
          select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name,
            'roles', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name, r.id), '[]')
              from role r where r.organisation_id = o.id and r.active),
            'groups', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]')
              from organisation_group g where g.organisation_id = o.id)) order by o.name, o.id), '[]')
          from organisation o where o.brand_id = b.id)) order by b.company_name, b.id), '[]')
        from brand b where b.id = any (${toBigints(brandIds)})) as brands`.execute(db);
  return rows[0] as Choices;
}

/** The names of what audiences are made of, by `brand`, `organisation`, `role` and `group`, as far as they are of the operator's brands. */
export async function readAudienceNames(
  db: Db | Tx,
  { brandIds }: OperatorScope,
  audiences: readonly Partial<PublicationAudience>[],
): Promise<ReferenceNames> {
  const idsOf = (field: keyof PublicationAudience) =>
    toBigints([...new Set(audiences.flatMap((audience) => audience[field] ?? []))]);
  const own = sql`o.brand_id = any (${toBigints(brandIds)})`;
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    select 'brand' as kind, id, company_name as name from brand where id = any (${idsOf('brandIds')}) and id = any (${toBigints(brandIds)})
    union all select 'organisation', o.id, o.name from organisation o where o.id = any (${idsOf('organisationIds')}) and ${own}
    union all select 'role', r.id, r.name from role r left join organisation o on o.id = r.organisation_id
      where r.id = any (${idsOf('roleIds')}) and (o.id is null or ${own})
    union all select 'group', g.id, g.name from organisation_group g join organisation o on o.id = g.organisation_id
      where g.id = any (${idsOf('groupIds')}) and ${own}`.execute(db);
  const names: Record<string, Map<number, string>> = {};
  for (const { kind, id, name } of rows) {
    names[kind] ??= new Map();
    names[kind].set(id, name);
  }
  return names;
}
