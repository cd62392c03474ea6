import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate } from '#web/ui/format/format.ts';

type OptOut = ReplyOf<'GET /api/optouts'>['optOuts'][number];

const formatName = ({ firstName, lastName }: OptOut) => `${firstName} ${lastName}`;

/** People who opted out of a uniform; administrators can undo that. */
export const optOutsList = defineList<'GET /api/optouts'>()({
  name: 'optouts',
  call: 'GET /api/optouts',
  rowsKey: 'optOuts',
  idKey: 'customerId',
  nouns: ['person', 'people'],
  label: 'People who opted out, the latest first',
  columns: {
    name: { title: 'Name', isHeading: true, cell: formatName },
    email: { title: 'Email', cell: ({ email }) => email },
    number: { title: 'Employee no.', cell: ({ employeeNumber }) => employeeNumber },
    group: { title: 'Group', cell: ({ organisationGroups }) => organisationGroups.map(({ name }) => name).join(', ') },
    optedOut: {
      title: 'Opted out',
      cell: ({ optedOutOnUtc }) => formatDate(optedOutOnUtc),
      onCard: ({ optedOutOnUtc }) => `Opted out on ${formatDate(optedOutOnUtc)}`,
    },
  },
  card: [{ start: ['name'], end: 'actions' }, { start: ['email', 'number', 'group'] }, { start: ['optedOut'] }],
  actions: (person) => <UndoButton person={person} />,
  search: {
    param: 'query',
    url: 'q',
    label: 'Search people who opted out',
    placeholder: 'Name, email or employee number',
  },
  filters: {},
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No one has opted out',
    text: 'People who opt out of the uniform allocation with the link in their email will appear here. You can undo each opt-out.',
  },
  nothingFound: 'The search covers names, email addresses and employee numbers.',
});

function UndoButton({ person }: { person: OptOut }) {
  const client = useQueryClient();
  const refresh = () => invalidateCalls(client, 'GET /api/optouts');
  const undo = useMutation({
    mutationFn: () => api('POST /api/optouts/:customerId/undo', { params: { customerId: person.customerId } }),
    onSuccess: () => showSuccess(`${formatName(person)} can be allocated a uniform again.`),
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={undo.isPending}
      disabled={undo.isPending}
      aria-label={`Undo the opt-out of ${formatName(person)}`}
      onClick={() => undo.mutate()}
    >
      Undo
    </Button>
  );
}
