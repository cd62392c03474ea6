import { ALLOCATION_WORDING } from '#api/entitlement/permitted-types.rules.ts';
import { EMAIL_WORDING } from '#api/identity/emails/email.rules.ts';
import { refuseFields } from '#api/platform/http/refusal.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { joinWordings, type ReasonOf } from '#api/platform/reasons.ts';
import { personColumnLabel } from './person-labels.rules.ts';

const REQUIRED_LABELS = { firstName: 'First name', lastName: 'Last name', email: 'Email' };
/** A field without which a person cannot be stored. */
export type RequiredField = keyof typeof REQUIRED_LABELS;

const EMAIL_FIXED =
  'This person logs in with their email address, so a new one has to be confirmed. Please change it on the person’s page.';

/** Why a person is not changed, or not as it was asked. Columns are named as the database counts their versions. */
export const PERSON_WORDING = {
  // Removed, or out of the caller's reach by now.
  no_longer_managed: () => 'You no longer manage this person.',
  own_account: () => 'You can’t open or close your own account.',
  own_programme: () => 'Only an administrator of the whole organisation can change this for you.',
  person_not_changeable: () => 'You can’t change this person’s account.',
  not_allowed: () => 'You are not allowed to do this.',
  has_left: () =>
    'This person has left, and the time in which leavers can still log in is over. Please change the last day of work first.',
  last_administrator: () =>
    'No one else administers the whole organisation without a last day of work. Please make someone else an administrator first.',
  email_fixed: () => EMAIL_FIXED,
  value_required: ({ field }: { field: RequiredField }) => `${REQUIRED_LABELS[field]} is required.`,
  no_day: ({ which }: { which: 'first' | 'last' }) => `The ${which} day of work is not a date.`,
  last_day_before_first: () => 'The last day of work must not be before the first.',
  departments_elsewhere: () => 'Departments must belong to the destination.',
  group_out_of_reach: () => 'You can only add people to groups that you administer.',
  no_own_group_left: () => 'Keep at least one of your groups. Otherwise you could no longer see this person.',
  no_own_group: () => 'Choose at least one of the groups that you administer.',
  sales_role_out_of_reach: () => 'Only administrators of the whole organisation can give the Sales role.',
  administered_groups_out_of_reach: () =>
    'Choose which groups this administrator manages. You can only choose groups that you administer.',
  // Of bulk edits and what undoes them.
  columns_changed_since_list: ({ columns }: { columns: string[] }) =>
    `${columns.map(personColumnLabel).join(', ')}: changed by someone else since you loaded the list.`,
  column_changed_since: ({ column }: { column: string }) => `${personColumnLabel(column)}: changed by someone else since.`,
  column_email_fixed: ({ column }: { column: string }) => `${personColumnLabel(column)}: ${EMAIL_FIXED}`,
  earlier_value_deleted: ({ column }: { column: string }) => `${personColumnLabel(column)}: the earlier value has been deleted.`,
};
/** One of them, as it is stored. */
export type PersonReason = ReasonOf<typeof PERSON_WORDING>;

/** The wording of everything for which a change of a person is refused, also by the areas below. */
export const PERSON_CHANGE_WORDING = joinWordings(PERSON_WORDING, EMAIL_WORDING, ALLOCATION_WORDING);

/** Why someone can no longer run a bulk edit of people, or an import. */
export const PEOPLE_ACCESS_WORDING = {
  no_administrator: () => 'The person who started this is no longer an administrator of people.',
};
/** Why someone cannot change people in bulk, or import them; undefined when they can. */
export const findPeopleAccessBlocker = (caller: Scope): ReasonOf<typeof PEOPLE_ACCESS_WORDING> | undefined =>
  isAdmin(caller) ? undefined : { kind: 'no_administrator' };

/** Refuses fields of a person, keyed by field: 403 for what the caller may not do, 422 for values. */
export const refusePerson = (status: 403 | 422, reasons: Readonly<Record<string, readonly PersonReason[]>>) =>
  refuseFields(PERSON_WORDING, status, reasons);

/** Refuses what the caller may not do. */
export const forbidPerson = (reason: PersonReason) => refusePerson(403, { authorization: [reason] });
