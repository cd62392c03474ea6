import type { BodyOf } from '#contract/index.ts';

type Sent = BodyOf<'POST /api/registerwithtoken'>;
type Chosen = number | string | { id: number };

export interface RegistrationOption {
  id: number;
  name: string;
}

/** What a link asks for, and what may be chosen where it does. */
export interface LinkTerms {
  asksEmployeeNumber: boolean;
  asksPoNumber: boolean;
  asksGender: boolean;
  asksResort: boolean;
  asksBusinessArea: boolean;
  asksCollection: boolean;
  resorts: readonly (RegistrationOption & { departments: readonly RegistrationOption[] })[];
  businessAreas: readonly RegistrationOption[];
  collections: readonly RegistrationOption[];
}

/** A person as they may be written down: every field checked against the link. */
export interface Registrant {
  firstName: string;
  lastName: string;
  email: string;
  employeeNumber: string | null;
  poNumber: string | null;
  gender: 0 | 10 | 20;
  resortId: number | null;
  departmentIds: number[];
  businessAreaId: number | null;
  collectionIds: number[];
}

export type FieldErrors = Record<string, string[]>;

const MAX_NAME_LENGTH = 100;
const MAX_NUMBER_LENGTH = 50;
const MAX_EMAIL_LENGTH = 254;

// A line break could begin another header of a mail; a mark that turns the direction of writing hides what is read.
const NOT_ON_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// The names greet people in mails that strangers can cause: they must not carry a message of their own.
const LINK_OR_MARKUP = /[<>@]|:\/\/|\bwww\./i;
// What the HTML standard calls a valid address, with a dot in the domain: no list, no comment, no second recipient.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

const tidy = (text: string) => text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ');

/** What is wrong with a name or number of a person; undefined when nothing is. */
function faultOfText(label: string, text: string, longest: number): string | undefined {
  if (text === '') return `${label} is required.`;
  if (text.length > longest) return `${label} must not be longer than ${longest} characters.`;
  if (NOT_ON_ONE_LINE.test(text)) return `${label} must be on one line.`;
  if (LINK_OR_MARKUP.test(text)) return `${label} must not contain links or signs like < and >.`;
  return undefined;
}

function faultOfEmail(email: string): string | undefined {
  if (email === '') return 'Email is required.';
  if (email.length > MAX_EMAIL_LENGTH) return `Email must not be longer than ${MAX_EMAIL_LENGTH} characters.`;
  return EMAIL.test(email) ? undefined : 'Email is not valid.';
}

/** The one that was meant: by id, by an object with the id, or by name. */
function find<N extends RegistrationOption>(offered: readonly N[], chosen: Chosen): N | undefined {
  if (typeof chosen === 'string') {
    const name = chosen.trim().toLowerCase();
    return offered.find((one) => one.name.toLowerCase() === name) ?? find(offered, Number(chosen) || 0);
  }
  const id = typeof chosen === 'number' ? chosen : chosen.id;
  return offered.find((one) => one.id === id);
}

/**
 * Reads what somebody sent against what their link asks for. What is not asked for is left out. Answers the person, or
 * a sentence for every field that is missing or wrong; ids that the link does not offer are wrong, whosever they are.
 */
export function parseRegistrant(
  terms: LinkTerms,
  sent: Sent,
): { registrant: Registrant; errors?: undefined } | { registrant?: undefined; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const note = (field: string, fault: string | undefined) => {
    if (fault !== undefined) errors[field] = [fault];
  };
  const textOf = (field: 'firstName' | 'lastName' | 'employeeNumber' | 'poNumber', label: string, longest: number) => {
    const text = tidy(sent[field] ?? '');
    note(field, faultOfText(label, text, longest));
    return text;
  };

  const firstName = textOf('firstName', 'First name', MAX_NAME_LENGTH);
  const lastName = textOf('lastName', 'Last name', MAX_NAME_LENGTH);
  const email = (sent.email ?? '').trim();
  note('email', faultOfEmail(email));
  const employeeNumber = terms.asksEmployeeNumber ? textOf('employeeNumber', 'Employee number', MAX_NUMBER_LENGTH) : null;
  const poNumber = terms.asksPoNumber ? textOf('poNumber', 'PO number', MAX_NUMBER_LENGTH) : null;
  const gender = terms.asksGender && (sent.gender === 10 || sent.gender === 20) ? sent.gender : 0;
  if (terms.asksGender && gender === 0) note('gender', 'Gender is required.');

  const one = <N extends RegistrationOption>(
    isAsked: boolean,
    offered: readonly N[],
    chosen: Chosen | null | undefined,
    field: string,
    label: string,
  ) => {
    if (!isAsked || offered.length === 0) return undefined;
    if (!chosen) return void note(field, `${label} is required.`);
    const found = find(offered, chosen);
    if (!found) note(field, `${label} is not one of those that can be chosen.`);
    return found;
  };
  const resort = one(terms.asksResort, terms.resorts, sent.organisationResortId, 'organisationResortId', 'Destination');
  const area = one(
    terms.asksBusinessArea,
    terms.businessAreas,
    sent.organisationBusinessAreaId,
    'organisationBusinessAreaId',
    'Business area',
  );
  const several = (offered: readonly RegistrationOption[], chosen: readonly Chosen[], field: string, label: string): number[] => {
    if (offered.length === 0) return [];
    if (chosen.length === 0) note(field, `${label} is required.`);
    const found = chosen.map((choice) => find(offered, choice));
    if (found.includes(undefined)) note(field, `${label} is not one of those that can be chosen.`);
    return [...new Set(found.flatMap((choice) => choice?.id ?? []))];
  };
  const departmentIds = resort ? several(resort.departments, sent.departments ?? [], 'departments', 'Department') : [];
  const collectionIds = terms.asksCollection
    ? several(terms.collections, sent.organisationCollections ?? [], 'organisationCollections', 'Wardrobe area')
    : [];

  if (Object.keys(errors).length > 0) return { errors };
  return {
    registrant: {
      firstName,
      lastName,
      email,
      employeeNumber,
      poNumber,
      gender,
      resortId: resort?.id ?? null,
      departmentIds,
      businessAreaId: area?.id ?? null,
      collectionIds,
    },
  };
}

/** How long a link may be open, and is where nobody says otherwise. */
const MAX_LINK_DAYS = 366;
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * When a link ends: after the day that was sent, or at the moment that was sent, at most a year from now.
 * Answers a sentence where that is not possible.
 */
export function parseLinkExpiry(
  sent: { moment: Date; isDay: boolean } | undefined,
  now: Date,
): { expiresAt?: Date; fault?: string } {
  if (!sent) return { fault: 'Expiry is not a date.' };
  const expiresAt = new Date(sent.moment.getTime() + (sent.isDay ? DAY_MS : 0));
  if (expiresAt <= now) return { fault: 'Expiry must be in the future.' };
  if (expiresAt.getTime() > now.getTime() + (MAX_LINK_DAYS + 1) * DAY_MS)
    return { fault: 'Expiry must not be more than a year away.' };
  return { expiresAt };
}

export const getDefaultLinkExpiry = (now: Date): Date => new Date(now.getTime() + USUAL_DAYS * DAY_MS);

/** The name of a link, or a sentence that says what is wrong with it. */
export function parseLinkName(sent: string): { name?: string; fault?: string } {
  const name = tidy(sent);
  if (name === '') return { fault: 'Name is required.' };
  return NOT_ON_ONE_LINE.test(name) ? { fault: 'Name must be on one line.' } : { name };
}
