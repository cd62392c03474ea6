import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import type { ImportField } from '#contract/people/import.ts';

/**
 * Headings by which columns of people are recognised: those of the export of the list of people, and those of reports of Workday, SuccessFactors, BambooHR,
 * Personio, ADP, Sage and German payroll programs. The clearest come first: where a file has several, the first is suggested.
 */
const HEADINGS: Record<ImportField, string> = {
  employeeNumber:
    'employee number|employee no|employee id|employee #|employee|emp no|emp id|empl id|emp number|employee code|employee ref|employee reference|staff number|staff no|staff id|staff code|personnel number|personnel no|pers no|payroll number|payroll no|payroll id|payroll reference|worker id|worker number|worker no|associate id|associate number|colleague number|colleague id|works number|person id|person number|person id external|assignment number|user id|file number|file no|badge number|clock number|personalnummer|personal nr|pers nr|pnr|personal id|mitarbeiternummer|mitarbeiter nr|mitarbeiter id|ma nr|stammnummer|arbeitnehmernummer|an nr|matricule|numéro de salarié|número de empleado|codice dipendente|personeelsnummer|medarbejdernummer|anställningsnummer|ansattnummer',
  email:
    'email|email address|email work|work email address|primary email|primary work email|email primary work|mail|work email|work contact work email|business email|business email information email address|business email address|company email|corporate email|office email|e-mail 1|upn|user principal name|login|email adresse|mailadresse|email dienstlich|dienstliche email|email geschäftlich|geschäftliche email|email arbeit|courriel|adresse email|correo electrónico|correo|indirizzo email|posta elettronica|emailadres|zakelijk emailadres',
  firstName:
    'first name|first|forename|forenames|forename 1|given name|given names|given name s|legal first name|legal name first name|preferred first name|preferred name first name|preferred name|known as|vorname|vornamen|rufname|prénom|nombre|nome|voornaam|roepnaam|fornavn|förnamn|jméno|imię',
  lastName:
    'last name|last|surname|family name|legal last name|legal name last name|preferred last name|preferred name last name|second name|nachname|familienname|zuname|nom|nom de famille|apellido|apellidos|cognome|achternaam|efternavn|etternavn|efternamn|příjmení|nazwisko',
  fullName:
    'full name|name|employee name|worker name|worker|staff name|associate name|colleague name|person name|display name|legal name|full legal name|payroll name|full legal name last name first name|formatted name|name last first|last name first name|last first|surname forename|employee full name|nombre completo|nom complet|nom prénom|nom et prénom|nome completo|volledige naam|mitarbeiter|mitarbeitername|name mitarbeiter|name des mitarbeiters|vor und nachname|vorname nachname|name vorname|nachname vorname|apellidos y nombre|cognome nome|naam',
  gender:
    'gender|sex|gender self id|legal gender|gender identity|geschlecht|sexe|genre|sexo|género|sesso|genere|geslacht|køn|kön|kjønn|m w d',
  poNumber: 'po number|po|purchase order|purchase order number|bestellnummer',
  roleIds: 'role|roles|portal role|access role|user role',
  organisationGroupIds: 'group|groups|division|organisation group|organization group|region|gruppe',
  organisationResortId:
    'destination|resort|site|location|property|hotel|work site|workplace|work location|branch|store|office|location name|location description|primary location|standort|betriebsstätte|filiale|niederlassung|arbeitsort|arbeitsstätte|einsatzort|betrieb|lieu|lieu de travail|établissement|centro de trabajo|centro|sede|vestiging|locatie',
  departments:
    'department|departments|dept|department name|home department|home department description|supervisory organization|abteilung|abteilungsbezeichnung|département|service|departamento|reparto|afdeling|avdeling|avdelning',
  organisationBusinessAreaId:
    'business area|area|function|business unit|business unit description|team|bereich|geschäftsbereich|fachbereich',
  jobRoleId:
    'job role|job|job title|job title description|job name|business title|position|position title|job profile|job code|job description|occupation|title|stelle|stellenbezeichnung|tätigkeit|tätigkeitsbezeichnung|berufsbezeichnung|funktion|poste|emploi|fonction|puesto|cargo|mansione|qualifica|functie|stilling|befattning',
  costCentreId:
    'cost centre|cost center|cost centre code|cost center code|cost centre number|cost center number|cost centre id|cost center id|cost centre reference id|cost center reference id|kostenstelle|kostenstellennummer|kst|centre de coût|centre de coûts|centro de coste|centro de costo|centro de costes|centro di costo|kostenplaats|kostnadsställe|kostnadssted|omkostningssted',
  organisationCollections: 'wardrobe|wardrobes|collection|collections|uniform',
  organisationSeasons: 'season|seasons|programme|program',
  allocationTypeId: 'allocation|allocation type',
  startDateUtc:
    'first day of work|first day|start date|start|hire date|date hired|most recent hire date|continuous service date|joining date|join date|date of joining|date joined|date started|starts on|employment start|employment start date|original hire date|original start date|eintritt|eintrittsdatum|eintritt am|einstellungsdatum|beginn|beschäftigungsbeginn|vertragsbeginn|date d embauche|date d entrée|fecha de alta|fecha de ingreso|data assunzione|data di assunzione|datum in dienst|ansættelsesdato|anställningsdatum|ansatt dato',
  endDateUtc:
    'last day of work|last day|end date|end|leaving date|leave date|date of leaving|date left|termination date|last working day|last day worked|employment end|employment end date|ends on|contract end|contract end date|contract ends|austritt|austrittsdatum|austritt am|ende|beschäftigungsende|vertragsende|befristet bis|date de sortie|date de fin|date de départ|fecha de baja|data cessazione|data di cessazione|datum uit dienst|fratrædelsesdato|slutdato|slutdatum',
  weeklyHours:
    'weekly hours|hours|hours per week|contracted hours|contract hours|scheduled weekly hours|standard weekly hours|weekly working hours|standard hours|default weekly hours|working hours|hours week|fte hours|wochenstunden|wochenarbeitszeit|wöchentliche arbeitszeit|arbeitszeit|stunden pro woche|iwaz|heures par semaine|horas semanales|ore settimanali|uren per week|contracturen',
  active:
    'account|active|status|account open|employment status|account status|active status|worker status|employee status|emplstatus|position status|work status|aktiv|beschäftigungsstatus|mitarbeiterstatus|statut|estado|stato',
};

/** Known headings of each field, normalised, the clearest first. */
export const PEOPLE_ALIASES: Readonly<Record<ImportField, readonly string[]>> = Object.fromEntries(
  Object.entries(HEADINGS).map(([field, headings]) => [field, [...new Set(headings.split('|').map(normaliseHeading))]]),
) as unknown as Record<ImportField, readonly string[]>;
