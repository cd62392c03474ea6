/** A query of the list of people: name, query string, and `north` if the administrator of two groups sends it instead of the one of all groups. */
export type PeopleQuery = readonly [name: string, query: string, as?: 'north'];
interface PeopleQueryGroup {
  /** The call that is measured; the list itself unless it is named. */
  call?: '/api/customers/counts';
  /** Maximum p95 in milliseconds, where it differs from the list's. */
  maxP95?: number;
  /** Whether more people may make the query slower, within the maximum: it has to read what it matches. */
  scalesWithSize: boolean;
  queries: readonly PeopleQuery[];
}

const sorts: PeopleQuery[] = [
  ['nothing', ''],
  ['page 40', 'page=40'],
  ['last page', 'page=last'],
  ['250 a page', 'limit=250'],
  ['from Z', 'order=name desc'],
  ['by start, newest', 'order=startDateUtc desc'],
  ['by employee number', 'order=employeeNumber'],
  ['by email', 'order=email'],
  ['by first name', 'order=firstName'],
  ['by PO number', 'order=poNumber'],
  ['newest', 'order=createdOnUtc desc'],
  ['last log-in', 'order=lastLogInDateUtc desc'],
  ['by account', 'order=active'],
  ['by account, page 40', 'order=active desc&page=40'],
];

const filters: PeopleQuery[] = [
  ['site', 'resortId=3'],
  ['area', 'businessAreaId=2'],
  ['site and area', 'resortId=3&businessAreaId=2'],
  ['season', 'seasonId=2'],
  ['last season', 'seasonId=1'],
  ['not started', 'orderingStatusId=10'],
  ['partly ordered', 'orderingStatusId=20'],
  ['complete', 'orderingStatusId=30'],
  ['opted out', 'orderingStatusId=40'],
  ['not measured', 'orderingBodiMeStatusId=10'],
  ['special measurements', 'orderingBodiMeStatusId=30'],
  ['started, no order', 'orderingAfterStartDateStatusId=10'],
  ['started, not measured', 'orderingAfterStartDateBodiMeStatusId=10'],
  ['partly ordered, not measured', 'orderingStatusId=20&orderingBodiMeStatusId=10'],
  ['partly ordered, measured, site', 'orderingStatusId=20&orderingBodiMeStatusId=20&resortId=3'],
  ['not started, not measured, site, area', 'orderingStatusId=10&orderingBodiMeStatusId=10&resortId=1&businessAreaId=3'],
  ['started, no order, site, by start', 'orderingAfterStartDateStatusId=10&resortId=6&order=startDateUtc desc'],
  ['not started, last log-in', 'orderingStatusId=10&order=lastLogInDateUtc desc'],
  ['opted out, by start', 'orderingStatusId=40&order=startDateUtc desc'],
  ['opted out, last page', 'orderingStatusId=40&page=last'],
  ['partly ordered, by PO number, page 40', 'orderingStatusId=20&order=poNumber&page=40'],
  ['partly ordered, last page', 'orderingStatusId=20&page=last'],
];

const rareWords: PeopleQuery[] = [
  ['one person by number and email', 'query=MR4907 .701@'],
  ['one person by email', 'query=.701@meridian.example'],
  ['no one', 'query=zzyzx'],
  ['no one, with an apostrophe', 'query=o’zzyzx'],
];

/** Words in people's own names and numbers: their matches grow with the number of people. */
const commonWords: PeopleQuery[] = [
  ['surname', 'query=anderson'],
  ['surname with accents', 'query=änderson'],
  ['surname, last page', 'query=anderson&page=last'],
  ['surname, not started', 'query=anderson&orderingStatusId=10'],
  ['surname, partly ordered, site', 'query=anderson&orderingStatusId=20&resortId=3'],
  ['surname and common word', 'query=anderson meridian'],
  ['three letters', 'query=mar'],
  ['two letters', 'query=an'],
  ['two letters, partly ordered', 'query=an&orderingStatusId=20'],
  ['one letter', 'query=s'],
  ['one letter, page in the middle', 'query=s&page=middle'],
  ['one letter, partly ordered, by start', 'query=s&orderingStatusId=20&order=startDateUtc desc'],
  ['numbers by their beginning', 'query=mr'],
  ['numbers by three characters', 'query=mr1'],
  ['numbers by their beginning, partly ordered', 'query=mr&orderingStatusId=20'],
  ['North: surname', 'query=anderson', 'north'],
];

/** Wardrobes, which the counter table does not know: the people who have one are counted. */
const wardrobes: PeopleQuery[] = [
  ['wardrobe', 'collectionId=12'],
  ['wardrobe, last page', 'collectionId=12&page=last'],
  ['wardrobe, not started', 'collectionId=12&orderingStatusId=10'],
  ['wardrobe, common word', 'collectionId=12&query=meridian'],
  ['North: wardrobe', 'collectionId=12', 'north'],
];

const startedFirst: PeopleQuery[] = [
  ['starters first', 'order=startedWithoutUniform desc'],
  ['starters first, page 40', 'order=startedWithoutUniform desc&page=40'],
  ['starters first, last page', 'order=startedWithoutUniform desc&page=last'],
  ['starters first, site', 'order=startedWithoutUniform desc&resortId=3'],
  ['starters first, not started', 'order=startedWithoutUniform desc&orderingStatusId=10'],
  ['starters first, partly ordered', 'order=startedWithoutUniform desc&orderingStatusId=20'],
  ['starters first, not measured', 'order=startedWithoutUniform desc&orderingBodiMeStatusId=10'],
  ['North: starters first', 'order=startedWithoutUniform desc', 'north'],
];

/** Counts by status from the counter table. */
const counts: PeopleQuery[] = [
  ['counts', ''],
  ['counts: site', 'resortId=3'],
  ['counts: season', 'seasonId=2'],
  ['counts: not measured', 'orderingBodiMeStatusId=10'],
  ['counts: common word', 'query=meridian'],
  ['counts: one person', 'query=.701@meridian.example'],
  ['North: counts', '', 'north'],
];

/** Counts that read everyone who matches. */
const countsOfFound: PeopleQuery[] = [
  ['counts: surname', 'query=anderson'],
  ['counts: two letters', 'query=an'],
  ['counts: numbers by their beginning', 'query=mr'],
  ['counts: wardrobe', 'collectionId=12'],
  ['North: counts: surname', 'query=anderson', 'north'],
];

/** Pages with half of the list before them. */
const middlePages: PeopleQuery[] = [
  ['page in the middle', 'page=middle'],
  ['starters first, page in the middle', 'order=startedWithoutUniform desc&page=middle'],
  ['partly ordered, page in the middle', 'orderingStatusId=20&page=middle'],
  ['site, page in the middle', 'resortId=3&page=middle'],
  ['common word, page in the middle', 'query=meridian&page=middle'],
  ['North: page in the middle', 'page=middle', 'north'],
];

/** Words of the organisation's own email domain, which nearly everyone has. */
const commonDomainWord: PeopleQuery[] = [
  ['common word', 'query=meridian'],
  ['common word, page 40', 'query=meridian&page=40'],
  ['common word, last page', 'query=meridian&page=last'],
  ['common word, by start', 'query=meridian&order=startDateUtc desc'],
  ['common domain', 'query=@meridian.example'],
  ['two common words', 'query=meridian example'],
  ['common word, site', 'query=meridian&resortId=3'],
  ['common word, area', 'query=meridian&businessAreaId=2'],
  ['common word, season', 'query=meridian&seasonId=2'],
  ['common word, not started', 'query=meridian&orderingStatusId=10'],
  ['common word, partly ordered', 'query=meridian&orderingStatusId=20'],
  ['common word, not measured', 'query=meridian&orderingBodiMeStatusId=10'],
  ['common word, started, no order', 'query=meridian&orderingAfterStartDateStatusId=10'],
  ['common word, started, not measured', 'query=meridian&orderingAfterStartDateBodiMeStatusId=10'],
];

/** Queries of the administrator of two groups. */
const north: PeopleQuery[] = [
  ['North: nothing', '', 'north'],
  ['North: last page', 'page=last', 'north'],
  ['North: not started', 'orderingStatusId=10', 'north'],
  ['North: site and partly ordered', 'resortId=2&orderingStatusId=20', 'north'],
  ['North: common word', 'query=meridian', 'north'],
];

/** All queries, by whether more people may make them slower. */
export const peopleQueryGroups: readonly PeopleQueryGroup[] = [
  { scalesWithSize: false, queries: [...sorts, ...startedFirst, ...filters, ...rareWords, ...commonDomainWord, ...north] },
  { scalesWithSize: true, queries: [...commonWords, ...wardrobes, ...middlePages] },
  { scalesWithSize: false, call: '/api/customers/counts', queries: counts },
  // The page shows its list before they arrive.
  { scalesWithSize: true, call: '/api/customers/counts', maxP95: 300, queries: countsOfFound },
];
