import { EntitlementRequestsPage } from '#web/people/entitlement-requests/entitlement-requests-page.tsx';
import type { PeopleImport } from '#web/people/import/import-labels.ts';
import { ImportRows } from '#web/people/import/import-rows.tsx';
import { BalanceImportsPage } from '#web/people/import/imports-page.tsx';
import { InvitationsPage } from '#web/people/invitations/invitations-page.tsx';
import { RegistrationLinks } from '#web/people/registration/links/registration-links.tsx';
import { OptOuts } from '#web/people/registration/opt-outs.tsx';
import { RegistrationsPage } from '#web/people/registration/registrations-page.tsx';
import { TimeRequestsPage } from '#web/people/time-requests/time-requests-page.tsx';
import { createReply } from '../example-reply.ts';
import { listCase, upTo } from './list-case.ts';

const person = (id: number) => ({ firstName: 'Ann', lastName: `Ash ${id}`, email: `ann.${id}@meridian.example` });

const link = { id: 1, name: 'Summer team' };

/** A file of three rows, two of which are new. */
const { peopleImport } = createReply('GET /api/peopleimports/:id', {
  peopleImport: { id: 7, kind: 'people', counts: { refuse: 1, create: 2 } },
}) as { peopleImport: PeopleImport };

/** The lists around people: their invitations, registrations, requests for more and imports. */
export const peopleListCases = [
  listCase<'GET /api/invitations'>({
    name: 'invitations',
    page: () => <InvitationsPage />,
    call: 'GET /api/invitations',
    reply: (rows) => ({ invitations: upTo(rows).map((id) => ({ id, ...person(id) })), totalCount: rows }),
    label: 'People who have not set a password yet, by name',
    several: 'people',
    emptyTitle: 'Everyone has set a password',
    column: ['number', 'Employee no.'],
    hasSearch: true,
    isSelectable: true,
  }),
  listCase<'GET /api/registrationrequests'>({
    name: 'registrations',
    page: () => <RegistrationsPage />,
    call: 'GET /api/registrationrequests',
    reply: (rows) => ({ registrationRequests: upTo(rows).map((id) => ({ id, ...person(id), link })), totalCount: rows }),
    label: 'Requests, newest first',
    several: 'requests',
    emptyTitle: 'No requests waiting',
    hasSearch: true,
    isCards: true,
  }),
  listCase<'GET /api/registrationlinks'>({
    name: 'registrationlinks',
    page: () => <RegistrationLinks />,
    call: 'GET /api/registrationlinks',
    reply: (rows) => ({
      registrationLinks: upTo(rows).map((id) => ({
        id,
        name: `Link ${id}`,
        createdOnUtc: '2026-03-02T09:00:00Z',
        expiresOnUtc: '2026-05-02T09:00:00Z',
      })),
      totalCount: rows,
    }),
    label: 'Registration links, newest first',
    several: 'links',
    emptyTitle: 'No links yet',
    isCards: true,
  }),
  listCase<'GET /api/optouts'>({
    name: 'optouts',
    page: () => <OptOuts />,
    call: 'GET /api/optouts',
    reply: (rows) => ({
      optOuts: upTo(rows).map((id) => ({ customerId: id, ...person(id), optedOutOnUtc: '2026-03-02T09:00:00Z' })),
      totalCount: rows,
    }),
    label: 'People who opted out, the latest first',
    several: 'people',
    emptyTitle: 'No one has opted out',
    column: ['group', 'Group'],
    hasSearch: true,
  }),
  listCase<'GET /api/entitlement/requests'>({
    name: 'requests',
    page: () => <EntitlementRequestsPage />,
    call: 'GET /api/entitlement/requests',
    reply: (rows) => ({
      requests: upTo(rows).map((id) => ({ id, label: 'Shirts', amount: 2, customer: { id, ...person(id) } })),
      totalCount: rows,
      currencyCode: 'GBP',
    }),
    label: 'Requests for more',
    several: 'requests',
    emptyTitle: 'No requests waiting',
    column: ['reason', 'Reason'],
  }),
  listCase<'GET /api/entitlement/timerequests'>({
    name: 'timerequests',
    page: () => <TimeRequestsPage />,
    call: 'GET /api/entitlement/timerequests',
    reply: (rows) => ({
      requests: upTo(rows).map((id) => ({ id, seasonName: 'Winter', customer: { id, ...person(id) } })),
      totalCount: rows,
    }),
    label: 'Requests for more time',
    several: 'requests',
    emptyTitle: 'No requests waiting',
    column: ['reason', 'Reason'],
  }),
  listCase<'GET /api/peopleimports'>({
    name: 'imports',
    page: () => <BalanceImportsPage />,
    call: 'GET /api/peopleimports',
    reply: (rows) => ({
      peopleImports: upTo(rows).map((id) => ({
        id,
        fileName: `people-${id}.csv`,
        state: 'finished' as const,
        createdOnUtc: '2026-03-02T09:00:00Z',
      })),
      totalCount: rows,
    }),
    label: 'Earlier files',
    several: 'files',
    emptyTitle: 'No imports yet',
    column: ['by', 'Imported by'],
    opens: /import\/1$/,
  }),
  listCase<'GET /api/peopleimports/:id/rows'>({
    name: 'importrows',
    page: () => <ImportRows peopleImport={peopleImport} />,
    call: 'GET /api/peopleimports/:id/rows',
    reply: (rows) => ({ rows: upTo(rows).map((row) => ({ row, line: row + 1, person: `Ann Ash ${row}` })), totalCount: rows }),
    label: 'Rows of the file',
    several: 'rows',
    emptyTitle: 'No rows to show',
    column: ['email', 'Email'],
  }),
];
