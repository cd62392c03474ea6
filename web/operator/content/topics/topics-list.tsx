import { useQuery } from '@tanstack/react-query';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf, oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatDay } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { organisationFilter } from '../../organisation-filter.tsx';
import { operatorMeQuery } from '../../session/operator-api.ts';
import { describeLocation, getTopicState, type ListedTopic, LOCATION_OPTIONS, NO_LOCATION, nameTopic } from './topic-labels.ts';

const useBrandOptions = () =>
  useQuery(operatorMeQuery).data?.operator.brands.map(({ id, companyName }) => ({ id, label: companyName }));

const describeDays = ({ fromDate, untilDate }: ListedTopic): string =>
  [fromDate && `from ${formatDay(fromDate)}`, untilDate && `until ${formatDay(untilDate)}`].filter(Boolean).join(' ');

/** The topics for the operator's brands and their clients. */
export const topicsList = defineList<'GET /api/operator/topics'>()({
  name: 'topics',
  call: 'GET /api/operator/topics',
  rowsKey: 'topics',
  nouns: ['topic', 'topics'],
  label: 'Topics',
  link: ({ id }) => operatorPaths.topic(id),
  columns: {
    title: { title: 'Title', isHeading: true, wraps: true, cell: (topic) => nameTopic(topic) },
    place: { title: 'Place', cell: ({ portalLocation }) => describeLocation(portalLocation) },
    state: {
      title: 'Status',
      cell: (topic) => {
        const { label, tone } = getTopicState(topic, toIsoDay(new Date()));
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
    audience: { title: 'For', wraps: true, cell: ({ audience }) => audience },
    days: { title: 'Days', cell: (topic) => describeDays(topic) || 'Always', onCard: (topic) => describeDays(topic) },
    menu: {
      title: 'Information menu',
      isExtra: true,
      cell: ({ includeInInformationMenu }) => (includeInInformationMenu ? 'Yes' : 'No'),
      onCard: ({ includeInInformationMenu }) => includeInInformationMenu && 'In the information menu',
    },
    updated: { title: 'Changed', isRoomy: true, cell: ({ updatedOnUtc }) => formatDate(updatedOnUtc) },
  },
  card: [{ start: ['title'], end: 'state' }, { start: ['place', 'days'] }, { start: ['audience'] }],
  search: { param: 'searchTerm', url: 'search', label: 'Search topics', placeholder: 'Title or text' },
  filters: {
    location: oneOf({ label: 'Place', url: 'place', options: [...LOCATION_OPTIONS, { id: 'none', label: NO_LOCATION }] }),
    organisationId: { ...organisationFilter, label: 'Client' },
    brandId: oneRecord({ label: 'Brand', url: 'brand', options: useBrandOptions }),
  },
  combinedFilters: {
    state: {
      ...oneOf({
        label: 'Status',
        url: 'status',
        options: [
          { id: 'published', label: 'Published' },
          { id: 'draft', label: 'Draft' },
        ],
      }),
      toQuery: (state) => ({ isPublished: state === 'published' }),
    },
  },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No topics yet',
    text: 'Texts for Home, the login page, the cart and other places, and important notices, will be listed here.',
  },
  nothingFound: 'You can search by the title, the text and the name. Check the spelling or remove a filter.',
});
