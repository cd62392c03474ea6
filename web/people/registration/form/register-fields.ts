import type { ReplyOf, WireBodyOf } from '#contract/index.ts';

export type RegistrationTokenCheck = ReplyOf<'GET /api/checkregistrationtoken'>;
type Customer = WireBodyOf<'POST /api/registerwithtoken'>['customer'];

/** What somebody has entered so far; 0 where nothing is chosen. Fields are called as on the wire. */
export interface RegistrationFormValues {
  firstName: string;
  lastName: string;
  email: string;
  employeeNumber: string;
  poNumber: string;
  gender: number;
  organisationResortId: number;
  departments: readonly number[];
  organisationBusinessAreaId: number;
  organisationCollections: number;
}

export type RegistrationField = keyof RegistrationFormValues;
export type RegistrationFieldErrors = Partial<Record<RegistrationField, string>>;

export const emptyRegistrationForm: RegistrationFormValues = {
  firstName: '',
  lastName: '',
  email: '',
  employeeNumber: '',
  poNumber: '',
  gender: 0,
  organisationResortId: 0,
  departments: [],
  organisationBusinessAreaId: 0,
  organisationCollections: 0,
};

/** Departments that can be chosen at the chosen destination. */
export const listResortDepartments = (check: RegistrationTokenCheck, resortId: number) =>
  check.availableResorts.find(({ id }) => id === resortId)?.departments ?? [];

/** Another destination has other departments: those chosen before are forgotten. */
export const withResort = (entered: RegistrationFormValues, organisationResortId: number): RegistrationFormValues => ({
  ...entered,
  organisationResortId,
  departments: [],
});

/** Which fields the link asks for, in the order of the form. Lists without entries ask nothing. */
export function listRegistrationFields(check: RegistrationTokenCheck, entered: RegistrationFormValues): RegistrationField[] {
  const fields: [RegistrationField, boolean][] = [
    ['firstName', true],
    ['lastName', true],
    ['email', true],
    ['employeeNumber', check.employeeNumberEnabled],
    ['poNumber', check.poNumberEnabled],
    ['gender', check.genderEnabled],
    ['organisationResortId', check.resortEnabled && check.availableResorts.length > 0],
    ['departments', check.resortEnabled && listResortDepartments(check, entered.organisationResortId).length > 0],
    ['organisationBusinessAreaId', check.businessAreaEnabled && check.availableBusinessAreas.length > 0],
    ['organisationCollections', check.collectionEnabled && check.availableCollections.length > 0],
  ];
  return fields.filter(([, isAsked]) => isAsked).map(([field]) => field);
}

const sentences: Record<RegistrationField, string> = {
  firstName: 'First name is required.',
  lastName: 'Last name is required.',
  email: 'Email is required.',
  employeeNumber: 'Employee number is required.',
  poNumber: 'PO number is required.',
  gender: 'Gender is required.',
  organisationResortId: 'Destination is required.',
  departments: 'Department is required.',
  organisationBusinessAreaId: 'Business area is required.',
  organisationCollections: 'Wardrobe area is required.',
};

function isMissing(value: RegistrationFormValues[RegistrationField]): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'number' ? value === 0 : value.length === 0;
}

/** A sentence for every field that is asked for and empty. */
export function validateRegistration(check: RegistrationTokenCheck, entered: RegistrationFormValues): RegistrationFieldErrors {
  const missing = listRegistrationFields(check, entered).filter((field) => isMissing(entered[field]));
  return Object.fromEntries(missing.map((field) => [field, sentences[field]]));
}

/** What the server refused, by field of the form: `departments[0]` stands beside the departments. */
export function toRegistrationErrors(errors: Readonly<Record<string, readonly string[]>>): RegistrationFieldErrors {
  const named = Object.entries(errors).map(([path, [sentence]]) => [
    path.replace(/^customer\./, '').replace(/\W.*$/, ''),
    sentence,
  ]);
  return Object.fromEntries(
    named.filter(([field, sentence]) => sentence && String(field) in sentences),
  ) as RegistrationFieldErrors;
}

/** What is sent: the fields that the link asks for, and its token. */
export function toRegistrationBody(check: RegistrationTokenCheck, entered: RegistrationFormValues, token: string): Customer {
  const asked = new Set(listRegistrationFields(check, entered));
  return {
    token,
    firstName: entered.firstName.trim(),
    lastName: entered.lastName.trim(),
    email: entered.email.trim(),
    ...(asked.has('employeeNumber') && { employeeNumber: entered.employeeNumber.trim() }),
    ...(asked.has('poNumber') && { poNumber: entered.poNumber.trim() }),
    ...(asked.has('gender') && { gender: entered.gender }),
    ...(asked.has('organisationResortId') && { organisationResortId: entered.organisationResortId }),
    ...(asked.has('departments') && { departments: [...entered.departments] }),
    ...(asked.has('organisationBusinessAreaId') && { organisationBusinessAreaId: entered.organisationBusinessAreaId }),
    ...(asked.has('organisationCollections') && { organisationCollections: [{ id: entered.organisationCollections }] }),
  };
}
