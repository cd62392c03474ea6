/**
 * Letters beyond ASCII of the languages in which staff files are written, the most frequent first; of Cyrillic languages all letters. Used to guess the
 * encoding of a file, so only letters that one of the guessed encodings has are listed.
 */
export const ALPHABETS: Readonly<Record<string, string>> = {
  German: 'üöäß',
  French: 'éèêçëàôïîâœûùæü',
  Spanish: 'íáóéñúü',
  Catalan: 'àèíòéóïçúü',
  Portuguese: 'ãçáéóíêõâôúà',
  Danish: 'øæåéö',
  Swedish: 'öåäé',
  Icelandic: 'óðíáúþöýæé',
  Italian: 'òàìùèé',
  Dutch: 'ëïéöüè',
  Polish: 'łąóęśćńżź',
  Czech: 'áíéřčěšůýžúňťďó',
  Slovak: 'áíéčšľýžúňťďôäĺŕ',
  Hungarian: 'áéóöüíőúű',
  Croatian: 'ćčšžđ',
  Slovenian: 'čšžć',
  Romanian: 'ăşţâî',
  Albanian: 'ëç',
  Russian: 'оаенивртлскмдпуябьгзчйхжшюыцщэфъё',
  Ukrainian: 'оанивертілксмдпуябьгзчйхжшюцщєїфґ',
  Bulgarian: 'аоиентврслкдмпузябгчъхцжшщфйюь',
  Serbian: 'аоиенрвјтскдмплузбгћчњљђшжцхџф',
};

/** Letters that can carry a syllable, without accents. */
export const VOWELS = 'aeiouyàáâãäåæèéêëěęìíîïòóôõöøőùúûüůűýÿăąœаеёиоуыэюяіїє';
