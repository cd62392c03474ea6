import type { ReplyOf, WireBodyOf } from '#contract/index.ts';

export type RegistrationReply = ReplyOf<'POST /api/registerwithtoken'>;
export type RegistrationTokenCheck = ReplyOf<'GET /api/checkregistrationtoken'>;
type Customer = WireBodyOf<'POST /api/registerwithtoken'>['customer'];

/** Form values of a registration; 0 where nothing is selected. Named as in the API. */
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

/** The departments of a destination. */
export const listResortDepartments = (check: RegistrationTokenCheck, resortId: number) =>
  check.availableResorts.find(({ id }) => id === resortId)?.departments ?? [];

/** Changes the destination and clears the departments, which belong to the previous one. */
export const withResort = (values: RegistrationFormValues, organisationResortId: number): RegistrationFormValues => ({
  ...values,
  organisationResortId,
  departments: [],
});

/** The fields the link asks for, in the order of the form; lists without entries are left out. */
export function listRegistrationFields(check: RegistrationTokenCheck, values: RegistrationFormValues): RegistrationField[] {
  const fields: [RegistrationField, boolean][] = [
    ['firstName', true],
    ['lastName', true],
    ['email', true],
    ['employeeNumber', check.employeeNumberEnabled],
    ['poNumber', check.poNumberEnabled],
    ['gender', check.genderEnabled],
    ['organisationResortId', check.resortEnabled && check.availableResorts.length > 0],
    ['departments', check.resortEnabled && listResortDepartments(check, values.organisationResortId).length > 0],
    ['organisationBusinessAreaId', check.businessAreaEnabled && check.availableBusinessAreas.length > 0],
    ['organisationCollections', check.collectionEnabled && check.availableCollections.length > 0],
  ];
  return fields.filter(([, isRequested]) => isRequested).map(([field]) => field);
}

const MESSAGES: Record<RegistrationField, string> = {
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

/** The message for each requested field that is empty. */
export function validateRegistration(check: RegistrationTokenCheck, values: RegistrationFormValues): RegistrationFieldErrors {
  const missing = listRegistrationFields(check, values).filter((field) => isMissing(values[field]));
  return Object.fromEntries(missing.map((field) => [field, MESSAGES[field]]));
}

/** The body of the call: the requested fields and the token of the link. */
export function toRegistrationBody(check: RegistrationTokenCheck, values: RegistrationFormValues, token: string): Customer {
  const requested = new Set(listRegistrationFields(check, values));
  return {
    token,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    ...(requested.has('employeeNumber') && { employeeNumber: values.employeeNumber.trim() }),
    ...(requested.has('poNumber') && { poNumber: values.poNumber.trim() }),
    ...(requested.has('gender') && { gender: values.gender }),
    ...(requested.has('organisationResortId') && { organisationResortId: values.organisationResortId }),
    ...(requested.has('departments') && { departments: [...values.departments] }),
    ...(requested.has('organisationBusinessAreaId') && { organisationBusinessAreaId: values.organisationBusinessAreaId }),
    ...(requested.has('organisationCollections') && { organisationCollections: [{ id: values.organisationCollections }] }),
  };
}

/** What happens after registering: confirming the address, waiting for approval, or what the server says. */
export type RegistrationNextStep = 'confirmEmail' | 'awaitApproval' | { message: string };

/**
 * The next step for the registration type in the reply: 2 confirms the address by email, 3 awaits an administrator. Other types
 * have no text of their own: the server's message is shown and, if there is none, the request counts as awaiting approval.
 */
export function getRegistrationNextStep({
  userRegistrationType,
  msg,
}: Pick<RegistrationReply, 'userRegistrationType' | 'msg'>): RegistrationNextStep {
  if (userRegistrationType === 2) return 'confirmEmail';
  return userRegistrationType === 3 || !msg ? 'awaitApproval' : { message: msg };
}
