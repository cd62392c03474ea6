import { Stack } from '@mantine/core';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { CardFacts } from '../card-facts.tsx';
import { RegistrationDecision } from './registration-decision.tsx';

type Request = ReplyOf<'GET /api/registrationrequests'>['registrationRequests'][number];

const GENDERS: Record<number, string> = { 10: 'Male', 20: 'Female' };
const BADGES: Record<Request['state'], [label: string, tone: Tone]> = {
  waiting: ['Waiting', 'warning'],
  approved: ['Approved', 'success'],
  rejected: ['Rejected', 'danger'],
  registered: ['Registered', 'info'],
};

/** The parts of the list; the first is the one to work through. */
export const REGISTRATION_TABS = [
  { label: 'Waiting', value: 'waiting' },
  { label: 'Approved', value: 'approved' },
  { label: 'Rejected', value: 'rejected' },
  { label: 'Registered without approval', value: 'registered' },
  { label: 'All', value: ALL_STATES },
] as const;

const listNames = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
const formatName = ({ firstName, lastName }: Request) => `${firstName} ${lastName}`;

/** Registration requests, newest first. */
export const registrationsList = defineList<'GET /api/registrationrequests'>()({
  name: 'registrations',
  call: 'GET /api/registrationrequests',
  rowsKey: 'registrationRequests',
  nouns: ['request', 'requests'],
  label: 'Requests, newest first',
  isCards: true,
  columns: {
    name: { title: 'Name', isHeading: true, cell: formatName },
    email: { title: 'Email', cell: ({ email }) => email },
    origin: {
      title: 'Link',
      cell: ({ link, createdOnUtc }) => `Via link “${link.name}”, ${formatDateTime(createdOnUtc)}`,
    },
    decided: {
      title: 'Decided',
      cell: ({ state, decidedOnUtc, decidedBy }) =>
        decidedOnUtc && `${BADGES[state][0]} ${formatDateTime(decidedOnUtc)} by ${decidedBy ?? 'an administrator'}`,
    },
    state: {
      title: 'State',
      cell: ({ state }) => {
        const [label, tone] = BADGES[state];
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['email'] }, { start: ['origin', 'decided'] }],
  details: (request) => (
    <Stack gap="sm" mt="xs">
      <CardFacts
        facts={[
          ['Employee number', request.employeeNumber],
          ['PO number', request.poNumber],
          ['Gender', GENDERS[request.gender]],
          ['Destination', [request.resort?.name, listNames(request.departments)].filter(Boolean).join(': ')],
          ['Business area', request.businessArea?.name],
          ['Wardrobe', listNames(request.collections)],
          ['Group', request.organisationGroup?.name],
          ['Role', listNames(request.roles)],
          ['Reason given', request.rejectReason],
        ]}
      />
      {request.state === 'waiting' && (
        <RegistrationDecision id={request.id} name={formatName(request)} fingerprint={request.fingerprint} />
      )}
    </Stack>
  ),
  search: { param: 'query', url: 'q', label: 'Search requests', placeholder: 'Name, email or employee number' },
  filters: {},
  combinedFilters: {
    state: stateTabs<NonNullable<QueryOf<'GET /api/registrationrequests'>>>({
      param: 'state',
      url: 'state',
      states: ['waiting', 'approved', 'rejected', 'registered'],
    }),
  },
  rows: { usual: 10, choices: [10, 25, 50] },
  empty: {
    title: 'No requests waiting',
    text: 'Requests from people who register with a link that needs approval will appear here.',
  },
  nothingFound: 'The search covers names, email addresses and employee numbers.',
});
