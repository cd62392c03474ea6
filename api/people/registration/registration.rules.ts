import { cleanEmail, findEmailError } from '#api/identity/emails/email.rules.ts';
import { assertAsSeen } from '#api/platform/http/fingerprint.ts';
import { dropInvisible } from '#api/platform/invisible-characters.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

type RegistrationInput = BodyOf<'POST /api/registerwithtoken'>;
type OptionInput = number | string | { id: number };

export interface RegistrationOption {
  id: number;
  name: string;
}

/** The fields that a link requests, and the options of each. */
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

/** A person whose data has been validated against the link. */
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

// A line break could start another mail header; a character that changes the writing direction can disguise text.
const NOT_ON_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Names appear in mails that anyone can trigger: they must not carry a message of their own.
const LINK_OR_MARKUP = /[<>@]|:\/\/|\bwww\./i;

const normalise = (text: string) => text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ');

/** The error in a name or number; undefined when it is valid. */
function findTextError(label: string, text: string, maxLength: number): string | undefined {
  if (text === '') return `${label} is required.`;
  if (text.length > maxLength) return `${label} must not be longer than ${maxLength} characters.`;
  if (NOT_ON_ONE_LINE.test(text)) return `${label} must be on one line.`;
  if (LINK_OR_MARKUP.test(text)) return `${label} must not contain links or characters such as < and >.`;
  return undefined;
}

/** The option with an id or name, given as an id, a name or an object; undefined when it is not offered. */
function findOption<N extends RegistrationOption>(options: readonly N[], input: OptionInput): N | undefined {
  if (typeof input === 'string') {
    const name = input.trim().toLowerCase();
    return options.find((option) => option.name.toLowerCase() === name) ?? findOption(options, Number(input) || 0);
  }
  const id = typeof input === 'number' ? input : input.id;
  return options.find((option) => option.id === id);
}

/**
 * Validates a registration against its link. Fields that the link does not request are ignored. Returns the registrant, or
 * an error for each missing or invalid field. An id that the link does not offer is invalid even if it exists.
 */
export function parseRegistrant(
  terms: LinkTerms,
  input: RegistrationInput,
): { registrant: Registrant; errors?: undefined } | { registrant?: undefined; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const addError = (field: string, error: string | undefined) => {
    if (error !== undefined) errors[field] = [error];
  };
  const readText = (field: 'firstName' | 'lastName' | 'employeeNumber' | 'poNumber', label: string, maxLength: number) => {
    const typed = input[field] ?? '';
    const text = normalise(field === 'employeeNumber' || field === 'poNumber' ? dropInvisible(typed) : typed);
    addError(field, findTextError(label, text, maxLength));
    return text;
  };

  const firstName = readText('firstName', 'First name', MAX_NAME_LENGTH);
  const lastName = readText('lastName', 'Last name', MAX_NAME_LENGTH);
  const email = cleanEmail(input.email);
  addError('email', findEmailError(email));
  const employeeNumber = terms.asksEmployeeNumber ? readText('employeeNumber', 'Employee number', MAX_NUMBER_LENGTH) : null;
  const poNumber = terms.asksPoNumber ? readText('poNumber', 'PO number', MAX_NUMBER_LENGTH) : null;
  const gender = terms.asksGender && (input.gender === 10 || input.gender === 20) ? input.gender : 0;
  if (terms.asksGender && gender === 0) addError('gender', 'Gender is required.');

  const readOption = <N extends RegistrationOption>(
    isRequested: boolean,
    options: readonly N[],
    choice: OptionInput | null | undefined,
    field: string,
    label: string,
  ) => {
    if (!isRequested || options.length === 0) return undefined;
    if (!choice) return void addError(field, `${label} is required.`);
    const found = findOption(options, choice);
    if (!found) addError(field, `${label} is not one of the available options.`);
    return found;
  };
  const resort = readOption(terms.asksResort, terms.resorts, input.organisationResortId, 'organisationResortId', 'Destination');
  const area = readOption(
    terms.asksBusinessArea,
    terms.businessAreas,
    input.organisationBusinessAreaId,
    'organisationBusinessAreaId',
    'Business area',
  );
  const readOptions = (
    options: readonly RegistrationOption[],
    choices: readonly OptionInput[],
    field: string,
    label: string,
  ): number[] => {
    if (options.length === 0) return [];
    if (choices.length === 0) addError(field, `${label} is required.`);
    const found = choices.map((choice) => findOption(options, choice));
    if (found.includes(undefined)) addError(field, `${label} is not one of the available options.`);
    return [...new Set(found.flatMap((option) => option?.id ?? []))];
  };
  const departmentIds = resort ? readOptions(resort.departments, input.departments ?? [], 'departments', 'Department') : [];
  const collectionIds = terms.asksCollection
    ? readOptions(terms.collections, input.organisationCollections ?? [], 'organisationCollections', 'Wardrobe area')
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

/** The longest and the default time for which a link stays open. */
const MAX_LINK_DAYS = 366;
const DEFAULT_LINK_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * The expiry of a link: the end of a given day (UTC), or a given time, at most a year from now. Returns an error for an
 * invalid date and for one that is too early or too late.
 */
export function parseLinkExpiry(
  input: { moment: Date; isDay: boolean } | undefined,
  now: Date,
): { expiresAt?: Date; error?: string } {
  if (!input) return { error: 'Expiry is not a date.' };
  const expiresAt = new Date(input.moment.getTime() + (input.isDay ? DAY_MS : 0));
  if (expiresAt <= now) return { error: 'Expiry must be in the future.' };
  if (expiresAt.getTime() > now.getTime() + (MAX_LINK_DAYS + 1) * DAY_MS)
    return { error: 'Expiry must not be more than a year away.' };
  return { expiresAt };
}

export const getDefaultLinkExpiry = (now: Date): Date => new Date(now.getTime() + DEFAULT_LINK_DAYS * DAY_MS);

/** A link's name without surrounding spaces, or an error. */
export function parseLinkName(input: string): { name?: string; error?: string } {
  const name = normalise(input);
  if (name === '') return { error: 'Name is required.' };
  return NOT_ON_ONE_LINE.test(name) ? { error: 'Name must be on one line.' } : { name };
}

type ShownRegistration = Omit<ReplyOf<'GET /api/registrationrequests'>['registrationRequests'][number], 'fingerprint'>;

/** What the person who decides on a registration relies on: who it is, what they chose, and what they would become. */
export const toShownRegistration = (request: ShownRegistration) => ({
  applicant: [request.firstName, request.lastName, request.email, request.employeeNumber, request.poNumber, request.gender],
  choices: [request.resort, request.departments, request.businessArea, request.collections],
  access: [request.organisationGroup, request.roles],
});

/** Throws 409 with what has changed when a registration is no longer what the person who decides has seen. It must be locked. */
export function assertRegistrationAsSeen(fingerprint: string | null | undefined, request: ShownRegistration): void {
  const { firstName, lastName, organisationGroup, roles } = request;
  const names = roles.map(({ name }) => name).join(', ');
  assertAsSeen(fingerprint, toShownRegistration(request), {
    key: 'registrationRequest',
    subject: `The request of ${firstName} ${lastName}`,
    wording: {
      applicant: 'The details of the person are different now.',
      choices: 'What the person has chosen is different now.',
      access: `The person would join ${organisationGroup?.name ?? 'no group'} with the roles ${names || 'none'}.`,
    },
  });
}
