import { createHash } from 'node:crypto';
import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import type { Person } from './person.ts';

/** Three of four who started within the last month have not chosen a password yet. */
export const hasActivated = ({ known, employedDays, id }: Pick<Person, 'known' | 'employedDays' | 'id'>): boolean =>
  known !== null || employedDays > 30 || id % 4 === 0;

const DAYS_VALID = 7;

/**
 * One third of them is not invited yet, one third was invited two days ago, and the links of one third have expired. The links
 * cannot be used.
 */
export function invitationRows(people: readonly Person[], calendar: Calendar): [table: string, rows: Row[]][] {
  const [administrator] = people;
  const sent = people
    .filter((person) => !hasActivated(person) && person.active && person.id % 3 !== 0)
    .map((person) => ({ person, at: calendar.at(person.id % 3 === 1 ? -2 : -12, 600) }));
  return [
    [
      'invitation',
      sent.map(({ person, at }) => ({
        organisation_id: person.organisationId,
        customer_id: person.id,
        invited_by_id: administrator?.id ?? person.id,
        requested_at: at,
        sent_at: at,
      })),
    ],
    [
      'password_token',
      sent.map(({ person, at }) => ({
        hash: `\\x${createHash('sha256').update(`an unused link ${person.id}`).digest('hex')}`,
        organisation_id: person.organisationId,
        customer_id: person.id,
        purpose: 'invitation',
        expires_at: new Date(at.getTime() + DAYS_VALID * 86_400_000),
        created_at: at,
      })),
    ],
  ];
}
