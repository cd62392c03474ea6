/** Names of the months in the languages of the customers' systems, folded by `foldMonth`; abbreviations are their beginnings. */
const MONTH_NAMES: readonly (readonly string[])[] = [
  ['january', 'januar', 'januari', 'janvier', 'enero', 'gennaio', 'janeiro', 'styczen', 'stycznia', 'leden', 'ledna', 'janner', 'tammikuu', 'ianuarie', 'jan', 'ene', 'gen', 'sty'],
  ['february', 'februar', 'februari', 'fevrier', 'febrero', 'febbraio', 'fevereiro', 'luty', 'lutego', 'unor', 'unora', 'feber', 'helmikuu', 'februarie', 'feb', 'fev', 'fevr', 'lut'],
  ['march', 'marz', 'maerz', 'maart', 'mars', 'marzo', 'marco', 'marzec', 'marca', 'brezen', 'brezna', 'marts', 'maaliskuu', 'martie', 'mar', 'mrz', 'mrt'],
  ['april', 'avril', 'abril', 'aprile', 'kwiecien', 'kwietnia', 'duben', 'dubna', 'huhtikuu', 'aprilie', 'apr', 'avr', 'abr', 'kwi'],
  ['may', 'mai', 'mei', 'mayo', 'maggio', 'maio', 'maj', 'maja', 'kveten', 'kvetna', 'toukokuu', 'mag'],
  ['june', 'juni', 'juin', 'junio', 'giugno', 'junho', 'czerwiec', 'czerwca', 'cerven', 'cervna', 'kesakuu', 'iunie', 'jun', 'giu', 'cze'],
  ['july', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'lipiec', 'lipca', 'cervenec', 'cervence', 'heinakuu', 'iulie', 'jul', 'juil', 'lug'],
  ['august', 'augustus', 'augusti', 'aout', 'agosto', 'sierpien', 'sierpnia', 'srpen', 'srpna', 'elokuu', 'aug', 'aou', 'ago', 'sie'],
  ['september', 'septembre', 'septiembre', 'settembre', 'setembro', 'wrzesien', 'wrzesnia', 'zari', 'syyskuu', 'septembrie', 'sep', 'sept', 'set', 'wrz'],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro', 'pazdziernik', 'pazdziernika', 'rijen', 'rijna', 'lokakuu', 'octombrie', 'oct', 'okt', 'ott', 'out', 'paz'],
  ['november', 'novembre', 'noviembre', 'novembro', 'marraskuu', 'noiembrie', 'nov'],
  ['december', 'dezember', 'decembre', 'diciembre', 'dicembre', 'dezembro', 'grudzien', 'grudnia', 'prosinec', 'prosince', 'joulukuu', 'decembrie', 'dec', 'dez', 'dic', 'gru'],
];

const NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** As names of months are compared: without accents, in lower case. */
const foldMonth = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The number of the month with this name or abbreviation, from 1; undefined for another word. */
export const findMonth = (word: string): number | undefined => NUMBERS.get(foldMonth(word));
