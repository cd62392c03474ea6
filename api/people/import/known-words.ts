/** Words of files for genders, by the number on the wire. Not listed: 1 and 2, which systems number differently. */
const GENDER_WORDS: Readonly<Record<number, string>> = {
  10: 'male|m|man|men|boy|10|männlich|maennlich|mann|herr|mr|homme|masculin|hombre|masculino|varón|uomo|maschio|mannelijk|mand|mænd|mannlig|mies|mężczyzna|muž|férfi|masculine|cis male|cis man',
  20: 'female|f|w|woman|women|girl|20|weiblich|frau|mrs|ms|miss|femme|féminin|feminin|mujer|femenino|donna|femmina|feminino|vrouw|vrouwelijk|kvinde|kvinna|kvinne|nainen|kobieta|žena|nő|feminine|cis female|cis woman',
  // The wire knows no others: who is neither, or did not say, has no entry.
  0: [
    'prefer not to say|i prefer not to say|i do not wish to answer|do not wish to answer|i do not wish to disclose|do not wish to disclose|choose not to disclose|i choose not to disclose|choose not to answer|rather not say|no response|not reported|not answered|not available|prefer not to disclose|prefer not to answer|prefer not to specify|decline to state|decline to answer|declined|decline to self-identify',
    'not given|not stated|not specified|not disclosed|not declared|not provided|not known|not applicable|not set|not selected|no answer|no entry|unspecified|undisclosed|undeclared|unknown|unselected|undefined|u|0|9',
    'other|x|diverse|divers|d|non-binary|nonbinary|non binary|non-conforming|gender non-conforming|nb|enby|third gender|genderqueer|gender fluid|genderfluid|agender|another gender|gender diverse|gender neutral|two spirit|bigender|other gender|intersex|neutral|indeterminate',
    'keine angabe|k.a.|k. a.|ohne angabe|unbekannt|nicht binär|nichtbinär|offen|autre|non binaire|non-binaire|non renseigné|non spécifié|inconnu|otro|no binario|no especificado|altro|non specificato|anders|onbekend|niet opgegeven|x (unspecified)',
  ].join('|'),
};

/** Words of files for accounts and employment: 1 open, 0 closed. Who is on leave is not here, since only some organisations close these accounts. */
const ACCOUNT_WORDS: Readonly<Record<number, string>> = {
  1: 'open|yes|y|true|1|active|enabled|employed|current|active employee|active worker|active - payroll eligible|working|in post|in service|in employment|aktiv|angestellt|beschäftigt|offen|ja|actif|active|en poste|oui|activo|sí|attivo|in forza|sì|actief|in dienst|aktywny|ativo|wahr|vrai',
  0: 'closed|no|n|false|0|inactive|disabled|left|leaver|terminated|former|former employee|ex-employee|resigned|retired|dismissed|withdrawn|separated|deceased|ended|deactivated|inaktiv|ausgeschieden|ausgetreten|beendet|gekündigt|geschlossen|nein|inactif|sorti|parti|non|inactivo|baja|cessato|inactief|uit dienst|nieaktywny|inativo|falsch|faux',
};

/** Words of fixed lists as they are compared, so that NON_BINARY is non-binary. */
export const foldFixedWord = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[\s_\-–]+/g, ' ')
    .trim();

const byWord = (words: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(words).flatMap(([value, list]) =>
      list.split('|').map((word) => [foldFixedWord(word), Number(value)] as const),
    ),
  );

/** Genders by the words for them, in lower case: 10 male, 20 female, 0 no entry. */
export const GENDERS_BY_WORD = byWord(GENDER_WORDS);
/** 1 for words that mean an open account, 0 for those that mean a closed one, in lower case. */
export const ACCOUNTS_BY_WORD = byWord(ACCOUNT_WORDS);

/** What stands in cells that are meant to be empty, in lower case. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  '-|–|—|--|---|.|?|n/a|n.a.|na|null|nil|none|(none)|(blank)|(empty)|(leer)|tbc|tbd|keine|keiner|ohne'.split('|'),
);

/** Words for people who are employed but away, in lower case. Only proposed: whether their accounts are open is for the organisation to say. */
export const AWAY_WORDS =
  /\b(?:leave|loa|absen|furlough|sabbatical|parental|maternity|paternity|elternzeit|mutterschutz|krank|sick|probation|notice|onboarding|starter|ruhend|beurlaubt|congé)/i;
