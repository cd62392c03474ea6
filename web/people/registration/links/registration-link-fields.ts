import type { ReplyOf, WireBodyOf } from '#contract/index.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';

export type RegistrationLinkChoices = ReplyOf<'GET /api/registrationlinks/choices'>;
type NewLink = WireBodyOf<'POST /api/registrationlinks'>['registrationLink'];

/** Form values of a new link. An empty list of destinations, business areas or wardrobes offers all of them. */
export interface RegistrationLinkDraft {
  name: string;
  registrationType: 2 | 3;
  groupId: number;
  /** A day like 2026-03-12; the link works until its end. */
  expiresOn: string;
  employeeNumber: boolean;
  poNumber: boolean;
  gender: boolean;
  resort: boolean;
  businessArea: boolean;
  collection: boolean;
  resortIds: readonly number[];
  businessAreaIds: readonly number[];
  collectionIds: readonly number[];
  roleIds: readonly number[];
}

const STAFF_ROLE_ID = 34;
const DEFAULT_VALID_DAYS = 90;

/** The day that is `days` after `today`, like 2026-03-12. */
export const addDays = (today: Date, days: number) =>
  toIsoDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));

/** Noon (UTC) of the last day before the expiry, so that every time zone shows the day that was entered. */
export const getLastValidDay = (expiresOnUtc: string) =>
  `${new Date(Date.parse(expiresOnUtc) - 1).toISOString().slice(0, 10)}T12:00:00Z`;

/** Default values: for staff, valid for 90 days, asking for destination and wardrobe where there are any. */
export const createRegistrationLinkDraft = (choices: RegistrationLinkChoices, today: Date): RegistrationLinkDraft => ({
  name: '',
  registrationType: 2,
  groupId: choices.organisationGroupRequired ? (choices.organisationGroups[0]?.id ?? 0) : 0,
  expiresOn: addDays(today, DEFAULT_VALID_DAYS),
  employeeNumber: false,
  poNumber: false,
  gender: false,
  resort: choices.resorts.length > 0,
  businessArea: false,
  collection: choices.collections.length > 0,
  resortIds: [],
  businessAreaIds: [],
  collectionIds: [],
  roleIds: choices.roles.some(({ id }) => id === STAFF_ROLE_ID) ? [STAFF_ROLE_ID] : [],
});

/** Error messages for missing values, by field. */
export function validateRegistrationLink(draft: RegistrationLinkDraft, choices: RegistrationLinkChoices): FieldErrors {
  return {
    ...(draft.name.trim() === '' && { name: 'Name is required.' }),
    ...(choices.organisationGroupRequired && draft.groupId === 0 && { groupId: 'Group is required.' }),
    ...(draft.expiresOn === '' && { expiresOn: 'Expiry is required.' }),
  };
}

/** The body of the call. A list in which everything is selected is sent as such, so items added later are not offered. */
export const toRegistrationLinkBody = (draft: RegistrationLinkDraft): NewLink => ({
  name: draft.name.trim(),
  registrationType: draft.registrationType,
  organisationGroupId: draft.groupId || null,
  expiresOnUtc: draft.expiresOn,
  employeeNumberEnabled: draft.employeeNumber,
  poNumberEnabled: draft.poNumber,
  genderEnabled: draft.gender,
  resortEnabled: draft.resort,
  businessAreaEnabled: draft.businessArea,
  collectionEnabled: draft.collection,
  resortIds: draft.resort ? [...draft.resortIds] : [],
  businessAreaIds: draft.businessArea ? [...draft.businessAreaIds] : [],
  collectionIds: draft.collection ? [...draft.collectionIds] : [],
  roleIds: [...draft.roleIds],
});
