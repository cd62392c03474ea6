import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { bool, dateTime, described, entity, int, listOf, named, nullable, text, workbook } from '../../values.ts';
import { consent, myData } from './own-data.ts';

const session = entity('Session', {
  id: text,
  device: described(text, 'Browser and system, for example `Chrome on Windows`, as the browser reported them.'),
  createdOnUtc: dateTime,
  lastSeenOnUtc: described(dateTime, 'Time of the latest request, to within some minutes.'),
  isCurrent: described(bool, 'The session that makes this request.'),
  actingFor: described(nullable(named), 'Person being impersonated in this session at present; null for none.'),
});

/** The caller's own account: sessions, consents, personal data and erasure. */
export const accountEndpoints = {
  'GET /api/sessions': endpoint({
    name: 'listOwnSessions',
    summary: 'List the caller’s sessions',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    reply: listOf('sessions', session),
  }),

  'DELETE /api/sessions/:id': endpoint({
    name: 'endOwnSession',
    summary: 'End one of the caller’s sessions',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    params: Type.Object({
      id: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', message: 'This id is not valid.' }),
    }),
    reply: Type.Object({}),
  }),

  'DELETE /api/sessions': endpoint({
    name: 'endOtherOwnSessions',
    summary: 'End all of the caller’s other sessions',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    reply: entity({ ended: described(int, 'Number of sessions ended.') }),
  }),

  'GET /api/consents': endpoint({
    name: 'listOwnConsents',
    summary: 'List what the caller agreed to and withdrew',
    description: 'Newest first.',
    tags: ['Account'],
    access: signedIn,
    reply: listOf('consents', consent),
  }),

  'GET /api/mydata': endpoint({
    name: 'exportOwnData',
    summary: 'Export all data stored about the caller',
    description: 'Refused during impersonation.',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    reply: myData,
  }),

  'GET /api/mydata/exportToExcel': endpoint({
    name: 'exportOwnDataToExcel',
    summary: 'Export all data stored about the caller to Excel',
    description:
      'What `GET /api/mydata` contains, with a sheet for each section that is not empty. Refused during impersonation.',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    reply: workbook,
  }),
};
