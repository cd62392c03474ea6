/** What the bench asks of the list of people: name, query, and by whom where it is not the administrator of everybody. */
export type PeopleQuery = readonly [name: string, query: string, by?: 'north'];
interface PeopleQueryGroup {
  /** Whether a longer list may take longer, within the same time at the most: what is found has to be read. */
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
  ['by e-mail', 'order=email'],
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
  ['part ordered', 'orderingStatusId=20'],
  ['complete', 'orderingStatusId=30'],
  ['opted out', 'orderingStatusId=40'],
  ['not measured', 'orderingBodiMeStatusId=10'],
  ['special measurements', 'orderingBodiMeStatusId=30'],
  ['started, no order', 'orderingAfterStartDateStatusId=10'],
  ['started, not measured', 'orderingAfterStartDateBodiMeStatusId=10'],
  ['part ordered, not measured', 'orderingStatusId=20&orderingBodiMeStatusId=10'],
  ['part ordered, measured, site', 'orderingStatusId=20&orderingBodiMeStatusId=20&resortId=3'],
  ['not started, not measured, site, area', 'orderingStatusId=10&orderingBodiMeStatusId=10&resortId=1&businessAreaId=3'],
  ['started, no order, site, by start', 'orderingAfterStartDateStatusId=10&resortId=6&order=startDateUtc desc'],
  ['not started, last log-in', 'orderingStatusId=10&order=lastLogInDateUtc desc'],
  ['opted out, by start', 'orderingStatusId=40&order=startDateUtc desc'],
  ['opted out, last page', 'orderingStatusId=40&page=last'],
  ['part ordered, by PO number, page 40', 'orderingStatusId=20&order=poNumber&page=40'],
  ['part ordered, last page', 'orderingStatusId=20&page=last'],
];

const rareWords: PeopleQuery[] = [
  ['one person by number and e-mail', 'query=MR4907 .701@'],
  ['one person by e-mail', 'query=.701@meridian.example'],
  ['nobody', 'query=zzyzx'],
];

/** Tenfold the people have the word themselves, where there are tenfold. */
const commonWords: PeopleQuery[] = [
  ['surname', 'query=anderson'],
  ['surname, last page', 'query=anderson&page=last'],
  ['surname, not started', 'query=anderson&orderingStatusId=10'],
  ['surname, part ordered, site', 'query=anderson&orderingStatusId=20&resortId=3'],
  ['surname and everybody’s word', 'query=anderson meridian'],
  ['three letters', 'query=mar'],
  ['two letters', 'query=an'],
  ['two letters, part ordered', 'query=an&orderingStatusId=20'],
  ['one letter', 'query=s'],
  ['one letter, page in the middle', 'query=s&page=middle'],
  ['one letter, part ordered, by start', 'query=s&orderingStatusId=20&order=startDateUtc desc'],
  ['numbers by their beginning', 'query=mr'],
  ['numbers by three characters', 'query=mr1'],
  ['numbers by their beginning, part ordered', 'query=mr&orderingStatusId=20'],
  ['North: surname', 'query=anderson', 'north'],
];

/** Half of the list lies before them. */
const middles: PeopleQuery[] = [
  ['page in the middle', 'page=middle'],
  ['part ordered, page in the middle', 'orderingStatusId=20&page=middle'],
  ['site, page in the middle', 'resortId=3&page=middle'],
  ['everybody’s word, page in the middle', 'query=meridian&page=middle'],
  ['North: page in the middle', 'page=middle', 'north'],
];

const everybodysWord: PeopleQuery[] = [
  ['everybody’s word', 'query=meridian'],
  ['everybody’s word, page 40', 'query=meridian&page=40'],
  ['everybody’s word, last page', 'query=meridian&page=last'],
  ['everybody’s word, by start', 'query=meridian&order=startDateUtc desc'],
  ['everybody’s domain', 'query=@meridian.example'],
  ['everybody’s two words', 'query=meridian example'],
  ['everybody’s word, site', 'query=meridian&resortId=3'],
  ['everybody’s word, area', 'query=meridian&businessAreaId=2'],
  ['everybody’s word, season', 'query=meridian&seasonId=2'],
  ['everybody’s word, not started', 'query=meridian&orderingStatusId=10'],
  ['everybody’s word, part ordered', 'query=meridian&orderingStatusId=20'],
  ['everybody’s word, not measured', 'query=meridian&orderingBodiMeStatusId=10'],
  ['everybody’s word, started, no order', 'query=meridian&orderingAfterStartDateStatusId=10'],
  ['everybody’s word, started, not measured', 'query=meridian&orderingAfterStartDateBodiMeStatusId=10'],
];

const north: PeopleQuery[] = [
  ['North: nothing', '', 'north'],
  ['North: last page', 'page=last', 'north'],
  ['North: not started', 'orderingStatusId=10', 'north'],
  ['North: site and part ordered', 'resortId=2&orderingStatusId=20', 'north'],
  ['North: everybody’s word', 'query=meridian', 'north'],
];

export const peopleQueryGroups: readonly PeopleQueryGroup[] = [
  { scalesWithSize: false, queries: [...sorts, ...filters, ...rareWords, ...everybodysWord, ...north] },
  { scalesWithSize: true, queries: [...commonWords, ...middles] },
];
