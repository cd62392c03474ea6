import { sql } from 'kysely';
import { type AddressWithCountryRow, addressColumns, toAddress } from '#api/identity/addresses/addresses.queries.ts';
import { type OrganisationSeasonRow, toSeason } from '#api/organisation/structure/organisation.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Actor, Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

type CompleteProfile = Omit<ReplyOf<'GET /api/customerprofile'>, 'impersonatedCustomer' | 'impersonationEndsOnUtc'>;
/** What a person's own profile and the list of people have in common. */
export type BaseProfile = Omit<
  CompleteProfile,
  'punchoutBuyerName' | 'isApprovalDelegate' | 'singleKeyShortcuts' | 'paysOwnPart'
>;

/** A row of `profileColumns`. */
export interface ProfileRow {
  id: number;
  bodime_customer_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  po_number: string | null;
  gender: number;
  allocation_type_id: number | null;
  marketing_preferences_enabled: boolean;
  terms_enabled: boolean;
  terms_required: boolean;
  terms_version: number;
  terms_agreed_version: number | null;
  privacy_agreed_version: number | null;
  marketing_by_email: boolean;
  marketing_by_fax: boolean;
  marketing_by_phone: boolean;
  marketing_by_post: boolean;
  resort_id: number | null;
  business_area_id: number | null;
  job_role_id: number | null;
  cost_centre_id: number | null;
  limit_adhoc_to_own_collection: boolean;
  adhoc_business_area_id: number | null;
  adhoc_collection_id: number | null;
  wardrobe_opt_out_at: Date | null;
  live_chat_group_id: number | null;
  bodime_used_body_blocks: string[];
  host: string | null;
  logo_url: string | null;
  active: boolean;
  created_at: Date;
  last_login_at: Date | null;
  starts_on: string | null;
  ends_on: string | null;
  weekly_hours: number | null;
  version: number;
  groups: { id: number; name: string }[];
  collections: { id: number; name: string }[];
  departments: { id: number; name: string }[];
  seasons: OrganisationSeasonRow[];
  addresses: AddressWithCountryRow[];
}

const toUtcTimestamp = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);

/** The columns of a profile, selected from `customer c` joined with its `organisation o` and `brand b`. */
export const profileColumns = sql`
  c.id, c.bodime_customer_id, c.email, c.first_name, c.last_name, c.employee_number, c.po_number, c.gender, c.allocation_type_id, c.terms_agreed_version,
  c.privacy_agreed_version, c.marketing_by_email, c.marketing_by_fax, c.marketing_by_phone, c.marketing_by_post, c.resort_id, c.business_area_id, c.job_role_id, c.cost_centre_id,
  c.adhoc_business_area_id, c.adhoc_collection_id, c.wardrobe_opt_out_at, c.bodime_used_body_blocks, c.active, c.created_at, c.last_login_at, c.starts_on,
  c.ends_on, c.weekly_hours, c.version, o.marketing_preferences_enabled, o.terms_enabled, o.terms_required, b.terms_version, o.limit_adhoc_to_own_collection,
  o.live_chat_group_id, o.host, o.logo_url,
  (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.name), '[]')
   from customer_group cg join organisation_group g on g.organisation_id = cg.organisation_id and g.id = cg.organisation_group_id
   where cg.organisation_id = c.organisation_id and cg.customer_id = c.id) as groups,
  (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.display_order, l.name), '[]')
   from customer_collection cl join collection l on l.organisation_id = cl.organisation_id and l.id = cl.collection_id
   where cl.organisation_id = c.organisation_id and cl.customer_id = c.id) as collections,
  (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) order by d.display_order, d.name), '[]')
   from customer_department cd join department d on d.organisation_id = cd.organisation_id and d.id = cd.department_id
   where cd.organisation_id = c.organisation_id and cd.customer_id = c.id) as departments,
  (select coalesce(json_agg(s order by s.starts_on desc, s.id), '[]')
   from customer_season cs join season s on s.organisation_id = cs.organisation_id and s.id = cs.season_id
   where cs.organisation_id = c.organisation_id and cs.customer_id = c.id) as seasons,
  (select coalesce(json_agg(a order by a.is_default desc, a.id), '[]')
   from (select ${addressColumns} from address a join country on country.id = a.country_id left join state_province on state_province.id = a.state_province_id
         where a.organisation_id = c.organisation_id and a.resort_id = c.resort_id and a.deleted_at is null) a) as addresses`;

export const profileTables = sql`customer c join organisation o on o.id = c.organisation_id join brand b on b.id = o.brand_id`;

/** The rights that a profile shows. */
export type ProfileRights = Pick<
  Actor,
  | 'organisationId'
  | 'roleIds'
  | 'roles'
  | 'permissions'
  | 'adminableGroupIds'
  | 'groupIds'
  | 'taxDisplayType'
  | 'pricesVisible'
  | 'allowOrderApproval'
  | 'currencyCode'
>;

/**
 * The profile of the person of the scope, read in one statement. Shortcuts are those of `caller`, who is another person during impersonation. Throws
 * 404 when the person no longer exists.
 */
export async function getProfile(db: Db, scope: Scope, caller: Scope = scope): Promise<CompleteProfile> {
  const found = await sql<ProfileRow & { is_approval_delegate: boolean; single_key_shortcuts: boolean }>`
    select ${profileColumns}, exists (
      select from delegation d
      where d.organisation_id = c.organisation_id and d.delegate_id = c.id
        and (now() at time zone ${scope.timeZone})::date between d.starts_on and d.ends_on) as is_approval_delegate,
      (select k.single_key_shortcuts from customer k
       where k.organisation_id = ${caller.organisationId} and k.id = ${caller.customerId}) as single_key_shortcuts
    from ${profileTables}
    where c.organisation_id = ${scope.organisationId} and c.id = ${scope.customerId} and c.deleted_at is null`.execute(db);
  const row = found.rows[0];
  if (!row) throw notFound('customer');
  const profile = toProfile(row, scope);
  const { trip } = scope;
  return {
    ...profile,
    ...(trip && {
      punchoutSessionGuid: trip.id,
      punchoutOperation: trip.operation,
      punchoutAllowShippingAddressSelection: trip.allowsAddressChoice,
      termsAndConditionsRequired: profile.termsAndConditionsRequired && !trip.waivesTerms,
    }),
    punchoutBuyerName: trip?.buyerName ?? null,
    isApprovalDelegate: row.is_approval_delegate,
    singleKeyShortcuts: row.single_key_shortcuts,
    paysOwnPart: scope.paysOwnPart,
  };
}

/** Changes the preferences of the person of the scope. Absent ones stay as they are. */
export async function updatePreferences(
  db: Db,
  scope: Scope,
  { singleKeyShortcuts }: BodyOf<'PUT /api/customerprofile'>,
): Promise<void> {
  await sql`
    update customer set single_key_shortcuts = coalesce(${singleKeyShortcuts ?? null}, single_key_shortcuts)
    where organisation_id = ${scope.organisationId} and id = ${scope.customerId}`.execute(db);
}

/** A profile as the API returns it. During impersonation, `rights` are the rights in effect and not the person's own. */
export function toProfile(row: ProfileRow, rights: ProfileRights): BaseProfile {
  const termsAgreed = row.terms_agreed_version === row.terms_version;
  const privacyAgreed = row.privacy_agreed_version === row.terms_version;
  return {
    id: row.id,
    bodiMeCustomerId: row.bodime_customer_id,
    organisationId: rights.organisationId,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    employeeNumber: row.employee_number,
    poNumber: row.po_number,
    gender: row.gender,
    roleIds: [...rights.roleIds],
    roles: [...rights.roles],
    permissions: [...rights.permissions],
    adminableOrganisationGroupIds: [...rights.adminableGroupIds],
    organisationGroupIds: [...rights.groupIds],
    organisationGroups: row.groups,
    organisationCollections: row.collections,
    organisationSeasons: row.seasons.map(toSeason),
    departments: row.departments,
    allocationTypeId: row.allocation_type_id,
    marketingPreferencesEnabled: row.marketing_preferences_enabled,
    termsAndConditionsEnabled: row.terms_enabled,
    termsAndConditionsRequired: row.terms_required && !(termsAgreed && privacyAgreed),
    marketingByEmail: row.marketing_by_email,
    marketingByFax: row.marketing_by_fax,
    marketingByPhone: row.marketing_by_phone,
    marketingByPost: row.marketing_by_post,
    termsAgreed,
    privacyAgreed,
    organisationResortId: row.resort_id,
    organisationBusinessAreaId: row.business_area_id,
    organisationResortAddresses: row.addresses.map(toAddress),
    limitAdhocToCustomerCollection: row.limit_adhoc_to_own_collection,
    adhocSelectedBusinessAreaId: row.adhoc_business_area_id,
    adhocSelectedCollectionId: row.adhoc_collection_id,
    punchoutAllowShippingAddressSelection: true,
    punchoutSessionGuid: null,
    punchoutOperation: null,
    taxDisplayType: rights.taxDisplayType,
    wardrobeOptOut: row.wardrobe_opt_out_at !== null,
    wardrobeOptOutDateUtc: row.wardrobe_opt_out_at?.toISOString() ?? null,
    allowOrderApproval: rights.allowOrderApproval,
    liveChatGroupId: row.live_chat_group_id,
    bodiMeUsedBodyBlocks: row.bodime_used_body_blocks,
    domain: row.host,
    logo: row.logo_url === null ? null : { src: row.logo_url },
    token: null,
    userRegistrationType: null,
    active: row.active,
    createdOnUtc: row.created_at.toISOString(),
    lastLoginDateUtc: row.last_login_at?.toISOString() ?? null,
    jobRoleId: row.job_role_id,
    costCentreId: row.cost_centre_id,
    startDateUtc: toUtcTimestamp(row.starts_on),
    endDateUtc: toUtcTimestamp(row.ends_on),
    weeklyHours: row.weekly_hours,
    leaves: [],
    pricesVisible: rights.pricesVisible,
    currencyCode: rights.currencyCode,
    version: row.version,
  };
}
