import type { ImportField } from '#contract/people/people-import.ts';

/** What people call a column, without signs and case; the export of the list of people is among them. */
const HEADING_ALIASES: Record<ImportField, readonly string[]> = {
  employeeNumber: [
    'employeenumber',
    'employeeno',
    'employeeid',
    'employee',
    'empno',
    'empid',
    'empnumber',
    'staffnumber',
    'staffno',
    'staffid',
    'personnelnumber',
    'personnelno',
    'payrollnumber',
    'payrollno',
    'payrollid',
    'workerid',
    'workernumber',
    'personalnummer',
    'matricule',
  ],
  email: ['email', 'emailaddress', 'mail', 'workemail', 'businessemail', 'companyemail', 'login', 'emailadresse', 'courriel'],
  firstName: ['firstname', 'first', 'forename', 'givenname', 'preferredname', 'vorname', 'prenom'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'nachname', 'nom'],
  gender: ['gender', 'sex', 'geschlecht'],
  poNumber: ['ponumber', 'po', 'purchaseorder', 'purchaseordernumber'],
  roleIds: ['role', 'roles', 'portalrole', 'accessrole', 'userrole'],
  organisationGroupIds: ['group', 'groups', 'division', 'organisationgroup', 'organizationgroup', 'region'],
  organisationResortId: [
    'destination',
    'resort',
    'site',
    'location',
    'property',
    'hotel',
    'worksite',
    'workplace',
    'branch',
    'store',
  ],
  departments: ['department', 'departments', 'dept', 'abteilung'],
  organisationBusinessAreaId: ['businessarea', 'area', 'function', 'businessunit'],
  jobRoleId: ['jobrole', 'job', 'jobtitle', 'position', 'title'],
  organisationCollections: ['wardrobe', 'wardrobes', 'collection', 'collections', 'uniform'],
  organisationSeasons: ['season', 'seasons', 'programme', 'program'],
  allocationTypeId: ['allocation', 'allocationtype'],
  startDateUtc: [
    'firstdayofwork',
    'firstday',
    'startdate',
    'start',
    'hiredate',
    'datehired',
    'joiningdate',
    'joindate',
    'dateofjoining',
    'startson',
    'employmentstart',
    'eintritt',
  ],
  endDateUtc: [
    'lastdayofwork',
    'lastday',
    'enddate',
    'end',
    'leavingdate',
    'leavedate',
    'dateofleaving',
    'terminationdate',
    'endson',
    'employmentend',
    'austritt',
  ],
  weeklyHours: ['weeklyhours', 'hours', 'hoursperweek', 'contractedhours', 'contracthours'],
  active: ['account', 'active', 'status', 'accountopen', 'employmentstatus', 'accountstatus'],
};

/** A heading as it is remembered and compared. */
export const normaliseHeading = (header: string) => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What each column of a file is taken for: as the organisation said the last time, else by its heading; null where nobody
 * knows. Every field has one column.
 */
export function guessImportFields(
  headers: readonly string[],
  remembered: ReadonlyMap<string, ImportField | null>,
): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  const fields: (ImportField | null)[] = headers.map(() => null);
  const claim = (place: number, field: ImportField | null | undefined) => {
    if (!field || taken.has(field) || fields[place]) return;
    taken.add(field);
    fields[place] = field;
  };
  for (const [place, header] of headers.entries()) claim(place, remembered.get(normaliseHeading(header)));
  for (const [place, header] of headers.entries()) {
    const heading = normaliseHeading(header);
    if (remembered.has(heading)) continue;
    claim(
      place,
      (Object.keys(HEADING_ALIASES) as ImportField[]).find((field) => HEADING_ALIASES[field].includes(heading)),
    );
  }
  return fields;
}

/** Why columns cannot be read as they were said to be; undefined when they can. */
export function findMappingProblem(fields: readonly (string | null)[], width: number): string | undefined {
  if (fields.length !== width) return `The file has ${width} columns: say of each what it is, or that it is left out.`;
  const said = fields.filter((field) => field !== null);
  if (new Set(said).size < said.length) return 'Two columns are said to be the same. Choose one of them and leave the other out.';
  if (!said.includes('employeeNumber') && !said.includes('email'))
    return 'Choose the column with the employee number or the one with the email address: by these people are found.';
  return undefined;
}
