import { defineList } from '#web/app/lists/define-list.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { type RegistrationLink, RegistrationLinkDetails } from './registration-link-details.tsx';

const BADGES: Record<RegistrationLink['state'], [label: string, tone: Tone]> = {
  open: ['Open', 'success'],
  expired: ['Expired', 'neutral'],
  revoked: ['Revoked', 'danger'],
};

/** The links with which people register themselves. */
export const registrationLinksList = defineList<'GET /api/registrationlinks'>()({
  name: 'registrationlinks',
  call: 'GET /api/registrationlinks',
  rowsKey: 'registrationLinks',
  nouns: ['link', 'links'],
  label: 'Registration links, newest first',
  isCards: true,
  columns: {
    name: { title: 'Name', isHeading: true, cell: ({ name }) => name },
    used: {
      title: 'Used',
      cell: ({ registrationCount }) =>
        registrationCount === 0 ? 'Not used yet' : `Used by ${plural(registrationCount, 'person', 'people')}`,
    },
    waiting: {
      title: 'Waiting',
      cell: ({ waitingCount }) => waitingCount > 0 && `${plural(waitingCount, 'person', 'people')} waiting`,
    },
    created: {
      title: 'Created',
      cell: ({ createdOnUtc, createdBy }) => `created ${formatDate(createdOnUtc)}${createdBy ? ` by ${createdBy}` : ''}`,
    },
    state: {
      title: 'State',
      cell: ({ state }) => {
        const [label, tone] = BADGES[state];
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['used', 'waiting', 'created'] }],
  details: (link) => <RegistrationLinkDetails link={link} />,
  filters: {},
  rows: { usual: 10, choices: [10, 25, 50] },
  empty: {
    title: 'No links yet',
    text: 'Anyone with a registration link can register. They get access once they confirm their email address or you approve them.',
  },
  nothingFound: '',
});
