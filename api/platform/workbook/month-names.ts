/**
 * Names of the months in the languages of Europe and some others, folded by `foldMonth`, with their abbreviations. Left out are those that mean different months in
 * two languages, such as listopad.
 */
const MONTH_NAMES: readonly string[] = [
  'january januar januari janvier enero gennaio janeiro styczen stycznia leden ledna janner tammikuu ianuarie jan ene gen sty januara sijecanj sijecnja sij ocak oca jaanuar jaan janvaris janv sausis sausio ιανουαριου ιαν януари январь января янв січень січня січ студзень студзеня сту јануари јан јануар ian gener urtarrila urt eanair ean ionawr ion tammikuuta tammi janar jannar januarie led',
  'february februar februari fevrier febrero febbraio fevereiro luty lutego unor unora feber helmikuu februarie feb fev fevr lut februara veljaca veljace velj febr subat sub veebruar veebr februaris vasaris vasario φεβρουαριου φεβ февруари февраль февраля февр лютии лютого лют люты лютага фев фебруар феб febrer otsaila ots feabhra feabh chwefror chw chwef helmikuuta helmi shkurt shk frar fra uno',
  'march marz maerz maart mars marzo marco marzec marca brezen brezna marts maaliskuu martie mar mrz mrt marec ozujak ozujka ozu mart marcius marc kovas kovo μαρτιου μαρ март марта мар березень березня бер сакавік сакавіка сак martxoa marta mawrth maw maaliskuuta maalis marzu maret bre',
  'april avril abril aprile kwiecien kwietnia duben dubna huhtikuu aprilie apr avr abr kwi aprila travanj travnja tra aprilis nisan nis aprill balandis balandzio απριλιου απρ април апрель апреля апр квітень квітня квіт красавік красавіка кра apirila api aibrean aib ebrill ebr huhtikuuta huhti prill pri dub',
  'may mai mei mayo maggio maio maj maja kveten kvetna toukokuu mag svibanj svibnja svi majus mayıs maijs geguze geguzes μαιου μαι маи мая травень травня трав мај maig maiatza bealtaine beal toukokuuta touko mejju mej kve',
  'june juni juin junio giugno junho czerwiec czerwca cerven cervna kesakuu iunie jun giu cze juna junij lipanj lipnja junius haziran haz juuni junijs birzelis birzelio ιουνιου ιουν юни июнь июня июн червень червня черв чэрвень чэрвеня чэр јуни јун iun juny ekaina eka meitheamh meith mehefin meh kesakuuta kesa qershor qer gunju gun junie cvn',
  'july juli juillet julio luglio julho lipiec lipca cervenec cervence heinakuu iulie jul juil lug jula julij srpanj srpnja julius temmuz tem juuli julijs liepa liepos ιουλιου ιουλ юли июль июля июл липень липня лип ліпень ліпеня ліп јули јул iul juliol uztaila uzt iuil gorffennaf gor gorff heinakuuta heina korrik korr lulju lul julie cvc',
  'august augustus augusti aout agosto sierpien sierpnia srpen srpna elokuu aug aou ago sie agust agu augusta avgust avg kolovoz kolovoza kol augusztus agustos augusts rugpjutis rugpjucio αυγουστου αυγ август августа авг серпень серпня серп жнівень жніуня жні agost abuztua abu lunasa lun awst elokuuta elo gusht gush awwissu aww agustus',
  'september septembre septiembre settembre setembro wrzesien wrzesnia zari syyskuu septembrie sep sept set wrz septembra rujan rujna ruj septembar szeptember szept eylul eyl septembris rugsejis rugsejo σεπτεμβριου σεπ септември сентябрь сентября сент вересень вересня вер верасень верасня сеп септембар setembre iraila ira mfomh medi syyskuuta syys shtator sht settembru zar',
  'october oktober octobre octubre ottobre outubro pazdziernik pazdziernika rijen rijna lokakuu octombrie oct okt ott out paz oktobra oktobar ekim eki oktoober oktobris spalis spalio οκτωβριου οκτ октомври октябрь октября окт жовтень жовтня жовт кастрычнік кастрычніка кас октобар urria urr dfomh hydref hyd lokakuuta loka tetor tet ottubru rij',
  'november novembre noviembre novembro marraskuu noiembrie nov novembra studeni studenoga stu novembar kasım kas novembris lapkritis lapkricio νοεμβριου νοε ноември ноябрь ноября нояб листопад листопада лист лістапад лістапада ліс ное новембар нов azaroa aza samhain samh tachwedd tach marraskuuta marras nentor nen novembru listopadu kasim',
  'december dezember decembre diciembre dicembre dezembro grudzien grudnia prosinec prosince joulukuu decembrie dec dez dic gru desember des decembra prosinac prosinca pro decembar aralık ara detsember dets decembris gruodis gruodzio δεκεμβριου δεκ декември декабрь декабря дек грудень грудня груд снежань снежня сне децембар дец desembre abendua abe nollaig noll rhagfyr rhag joulukuuta joulu dhjetor dhj dicembru aralik',
];

const NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

/** As names of months are compared: without accents, in lower case. */
const foldMonth = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The number of the month with this name or abbreviation, from 1; undefined for another word. */
export const findMonth = (word: string): number | undefined => NUMBERS.get(foldMonth(word));
