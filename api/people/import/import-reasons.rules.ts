import { RANGE_IMPORT_WORDING } from '#api/catalogue/range/range-import-reasons.rules.ts';
import { ADJUSTMENT_WORDING } from '#api/entitlement/adjustments.rules.ts';
import { BULK_EDIT_WORDING } from '#api/platform/bulk-edit/item-reasons.rules.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { RefusalError, refuseFields } from '#api/platform/http/refusal.ts';
import { describeInvalidValue, type InvalidValue, InvalidValuesError } from '#api/platform/http/validation.ts';
import { describeReason, joinWordings, type ReasonOf, type ReasonWording, type StoredReason } from '#api/platform/reasons.ts';
import { SHEET_ROW_WORDING } from '#api/platform/sheet-file/sheet-row-reasons.rules.ts';
import { contract } from '#contract/index.ts';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { ADJUST_PERSON_WORDING } from '../adjustments/adjustable-people.rules.ts';
import { PEOPLE_ACCESS_WORDING, PERSON_CHANGE_WORDING } from '../person/person-reasons.rules.ts';
import { BALANCE_WORDING } from './balance-reasons.rules.ts';

/** The schema that the values of a row about a person are checked against. */
export const PERSON_SCHEMA = contract['POST /api/customers'].body;

const NOUNS = {
  group: 'group',
  wardrobe: 'wardrobe',
  season: 'season',
  role: 'role',
  destination: 'destination',
  business_area: 'business area',
  job_role: 'job role',
  cost_centre: 'cost centre',
  allocation: 'allocation',
};
/** What a cell can name. */
export type NamedThing = keyof typeof NOUNS;

const EMAIL_UNAVAILABLE = 'This email address cannot be used.';
const NOT_WRITTEN = { email: 'Email', active: 'Account', allocation_type_id: 'Allocation', roles: 'Roles', value: 'A value' };
/** A value of a file that is not written: a column of the person, their roles, or another one. */
export type UnwrittenValue = keyof typeof NOT_WRITTEN;

/** The column of a person as an unwritten value names it. */
export const toUnwrittenValue = (column: string): UnwrittenValue =>
  Object.hasOwn(NOT_WRITTEN, column) ? (column as UnwrittenValue) : 'value';

/** What is left alone because no one confirmed it. */
const NOT_CONFIRMED: Record<ImportFinding, string> = {
  newNumber: 'Employee number: not changed, because new numbers were not confirmed.',
  newEmail: 'Email: not changed, because new addresses were not confirmed.',
  newSurname: 'Last name: not changed, because new surnames were not confirmed.',
  newName: 'Someone with another name has this number or address, and that was not confirmed.',
  successor: 'Email: someone who has left had this address, and that it has a new owner was not confirmed.',
};

/** Why a row of a file is not imported, not written completely, or not undone. */
export const IMPORT_ROW_WORDING = {
  unknown_name: ({ what, name }: { what: NamedThing; name: string }) => `There is no ${NOUNS[what]} “${name}”.`,
  cost_centre_closed: ({ cell }: { cell: string }) => `The cost centre “${cell}” can’t be chosen at present.`,
  gender_unknown: ({ cell }: { cell: string }) => `The gender “${cell}” is not known. Write male, female or prefer not to say.`,
  account_unknown: ({ cell }: { cell: string }) => `The account “${cell}” is not known. Write open or closed.`,
  cell_is_no_day: ({ which, cell }: { which: 'first' | 'last'; cell: string }) =>
    `The ${which} day of work “${cell}” is not a date.`,
  hours_are_no_number: ({ cell }: { cell: string }) => `The weekly hours “${cell}” are not a number.`,
  hours_of_full_time: ({ cell, hours, fullTime }: { cell: string; hours: number; fullTime: number }) =>
    `Weekly hours: “${cell}” was read as ${hours}, with ${fullTime} hours for full time.`,
  number_shortened: ({ cell }: { cell: string }) =>
    `The employee number “${cell}” was shortened by a spreadsheet, so its last digits are lost. Please format the column as text and save the file again.`,
  number_is_error: ({ cell }: { cell: string }) => `The employee number “${cell}” is an error of a spreadsheet.`,
  number_fraction_dropped: ({ cell, number }: { cell: string; number: string }) =>
    `The employee number “${cell}” was read as ${number}.`,
  cell_is_error: ({ cell }: { cell: string }) => `“${cell}” is an error of a spreadsheet.`,
  po_number_shortened: ({ cell }: { cell: string }) => `The PO number “${cell}” was shortened by a spreadsheet.`,
  email_is_error: ({ cell }: { cell: string }) => `The email address “${cell}” is an error of a spreadsheet.`,
  email_taken_out: ({ cell, email }: { cell: string; email: string }) => `The email address ${email} was taken out of “${cell}”.`,
  name_not_split: ({ cell }: { cell: string }) => `“${cell}” is not a first and a last name in the order of this column.`,
  value_left: ({ why }: { field: string; why: StoredReason }): string =>
    `${describeReason(IMPORT_WORDING, why)} This was not imported.`,
  invalid_person_value: (value: InvalidValue) => describeInvalidValue(PERSON_SCHEMA, value),
  same_subject: ({ line, what }: { line: number; what: 'person' | 'balance' | 'product' }) =>
    `Line ${line} is for the same ${what}.`,
  same_email: ({ line }: { line: number }) => `Line ${line} has the same email address.`,
  same_number: ({ line }: { line: number }) => `Line ${line} has the same employee number.`,
  other_contract: ({ line }: { line: number }) =>
    `Another contract of the person in line ${line}, whose contract is the current one.`,
  email_of_line: ({ line }: { line: number }) => `Email: not changed, because line ${line} has the same email address.`,
  email_of_administrator: () => 'Email: not changed. Please change the address of an administrator on the person’s page.',
  email_left_out: ({ name }: { name: string | null }) =>
    name === null
      ? 'Email: not changed, because the new address cannot be used.'
      : `Email: not changed, because the new address belongs to ${name}.`,
  email_to_confirm: ({ email }: { email: string }) =>
    `Email: changes once ${email} is confirmed by the link that is sent to it. The present address is told.`,
  email_waits: ({ email }: { email: string }) => `Email: not changed yet, because ${email} has not been confirmed.`,
  email_changed_too_often: () => 'Email: not changed, because it has been changed too often today.',
  number_of_other: ({ name, owner }: { name: string; owner: string }) =>
    `The employee number is that of ${name}, but the name and the email address are those of ${owner}.`,
  address_taken_over: ({ name }: { name: string }) => `The email address was that of ${name}, whose account is closed.`,
  not_confirmed: ({ finding }: { finding: ImportFinding }) => NOT_CONFIRMED[finding],
  destination_of_departments: ({ destination }: { destination: string }) =>
    `Destination: ${destination}, the only one with these departments.`,
  person_removed: () => 'The person has been removed since.',
  no_key: () => 'An employee number or an email address is needed to identify the person.',
  number_of_several: ({ number }: { number: string }) => `More than one person has the employee number ${number}.`,
  number_unavailable: () => 'This employee number cannot be used.',
  email_unavailable: () => EMAIL_UNAVAILABLE,
  email_of_other: ({ name }: { name: string }) => `${EMAIL_UNAVAILABLE} It belongs to ${name}.`,
  email_with_other_number: ({ name, number }: { name: string; number: string }) =>
    `This email address belongs to ${name}, whose employee number is ${number}.`,
  departments_without_destination: () => 'Departments belong to a destination, and this person has none.',
  no_such_department: ({ name, destination }: { name: string; destination: string | null }) =>
    `There is no department “${name}” at ${destination ?? 'the destination'}.`,
  role_not_by_file: () => 'A file can’t grant the roles Admin and Sales. Please do that on the person’s page.',
  person_out_of_reach: () => 'You don’t manage any of the groups that this person is in.',
  not_written: ({ value }: { value: UnwrittenValue }) =>
    `${NOT_WRITTEN[value]}: not changed, because only an administrator of all of this person’s groups can change it.`,
  email_answered: () => 'The new email address does not wait to be confirmed any more.',
  earlier_email_taken: () => 'Someone else has the previous email address now.',
  not_removable: () => 'You can’t remove this person’s account.',
  has_orders: () => 'This person has orders and was not removed.',
  import_out_of_reach: () => 'The person who started this no longer manages this import.',
  row_erased: () => 'The row has been deleted with the personal data of this person.',
};
/** One of them, as it is stored. */
export type ImportRowReason = ReasonOf<typeof IMPORT_ROW_WORDING>;

/** The wording of everything that is stored with the rows of a file and with the items of its import. */
export const IMPORT_WORDING: ReasonWording = joinWordings(
  BULK_EDIT_WORDING,
  SHEET_ROW_WORDING,
  PEOPLE_ACCESS_WORDING,
  PERSON_CHANGE_WORDING,
  ADJUST_PERSON_WORDING,
  ADJUSTMENT_WORDING,
  IMPORT_ROW_WORDING,
  BALANCE_WORDING,
  RANGE_IMPORT_WORDING,
);

/** Refuses a field of a row: 403 for what the caller may not do, 422 for values. */
export const refuseRowField = (status: 403 | 422, field: string, ...reasons: ImportRowReason[]) =>
  refuseFields(IMPORT_ROW_WORDING, status, { [field]: reasons });

/** The reasons of a refused request, as they are stored; rethrows every other error. */
export function toRefusalReasons(error: unknown): readonly StoredReason[] {
  if (error instanceof RefusalError) return error.reasons;
  if (error instanceof InvalidValuesError) return error.values.map((value) => ({ kind: 'invalid_person_value', ...value }));
  if (error instanceof HttpError) return [{ kind: 'not_allowed' }];
  throw error;
}
