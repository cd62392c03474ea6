import { describe, expect, it } from 'vitest';
import type { Scope } from '#api/platform/http/scope.ts';
import type { LockedPerson } from '../person/planned-change.rules.ts';
import type { PendingImportRow, RowMatches } from './find-person.rules.ts';
import { identifyPerson, keepConfirmed } from './identify.rules.ts';
import { compareNames } from './person-names.rules.ts';

const CALLER = { customerId: 99, roles: ['OrganisationAdmin'], groupIds: [], adminableGroupIds: [] } as unknown as Scope;

const person = (id: number, number: string, email: string, name: string, more: { active?: boolean; roles?: string[] } = {}) => {
  const [first_name, last_name] = name.split(' ');
  return {
    actor: { customerId: id, roles: more.roles ?? [], groupIds: [1], adminableGroupIds: [] },
    columns: { first_name, last_name, email, employee_number: number, active: more.active ?? true },
  } as unknown as LockedPerson;
};
const PEOPLE = [
  person(1, 'mr1', 'fiona@x.example', 'Fiona Anderson'),
  person(2, 'l1', 'desk@x.example', 'Lea Leaver', { active: false }),
  person(3, 'o1', 'olga@x.example', 'Olga Owner'),
  person(4, 'a1', 'boss@x.example', 'Ada Admin', { active: false, roles: ['OrganisationAdmin'] }),
];
const MATCHES: RowMatches = {
  people: new Map(PEOPLE.map((each) => [each.actor.customerId, each])),
  byNumber: new Map(PEOPLE.map(({ actor, columns }) => [String(columns.employee_number), [actor.customerId]])),
  byEmail: new Map([
    ...PEOPLE.map(({ actor, columns }) => [columns.email, actor.customerId] as const),
    ['elsewhere@x.example', 77],
  ]),
  waitingEmails: new Map([[1, 'waits@x.example']]),
  changedTooOften: new Set([3]),
};

/** Whom a row of `number,email,first name,last name` is about. */
function identify(text: string, more: Partial<PendingImportRow> = {}) {
  const [number, email, firstName, lastName] = text.split(',');
  const row = {
    row_no: 1,
    line: 2,
    number_key: number || null,
    email_key: email || null,
    customer_id: null,
    duplicate_of_line: null,
    duplicate_kind: null,
    ...more,
  } as PendingImportRow;
  return identifyPerson(row, { employeeNumber: number, email, firstName, lastName }, { caller: CALLER, matches: MATCHES });
}
const summarise = (text: string, more?: Partial<PendingImportRow>) => {
  const { person: found, reason, findings, predecessor, leftOut } = identify(text, more);
  return [
    reason?.kind ?? found?.actor.customerId ?? 'new',
    ...findings,
    ...(predecessor ? [`after ${predecessor.actor.customerId}`] : []),
    ...leftOut.map(({ note }) => note.kind),
  ].join(' ');
};

it.each([
  ['mr1,fiona@x.example,Fiona,Anderson', '1'],
  ['mr1,fiona@x.example,FÍONA,Anderson', '1'],
  ['mr1,fiona@x.example,Fi,Anderson', '1'],
  ['mr1,,,', '1'],
  ['mr1,new@x.example,Fiona,Newname', '1 newSurname newEmail'],
  ['mr1,fiona@x.example,Max,Muster', '1 newName'],
  ['mr1,waits@x.example,Fiona,Anderson', '1 email_waits'],
  ['mr1,olga@x.example,Fiona,Anderson', '1 email_left_out'],
  ['mr1,elsewhere@x.example,Fiona,Anderson', '1 email_left_out'],
  ['mr1,olga@x.example,Olga,Owner', 'number_of_other'],
  ['mr1,desk@x.example,Fiona,Anderson', '1 successor after 2'],
  ['mr1,boss@x.example,Fiona,Anderson', '1 email_left_out'],
  ['o1,new@x.example,Olga,Owner', '3 email_changed_too_often'],
  ['a1,new@x.example,Ada,Admin', '4 email_of_administrator'],
  ['p-1,fiona@x.example,Fiona,Anderson', '1 newNumber'],
  ['p-1,fiona@x.example,Fiona,Newname', '1 newSurname newNumber'],
  ['p-1,fiona@x.example,Bob,Anderson', 'email_with_other_number'],
  ['p-1,fiona@x.example,Bob,Builder', 'email_with_other_number'],
  ['p-1,fiona@x.example,,', 'email_with_other_number'],
  ['s1,desk@x.example,Sam,Successor', 'new successor after 2'],
  [',desk@x.example,Sam,Successor', 'new successor after 2'],
  [',desk@x.example,Lea,Leaver', '2'],
  ['s1,boss@x.example,Sam,Successor', 'email_with_other_number'],
  ['s1,elsewhere@x.example,Sam,Successor', 'email_unavailable'],
  ['n1,none@x.example,Ned,New', 'new'],
])('a row is about someone: %s', (text, expected) => {
  expect(summarise(text)).toBe(expected);
});

it('leaves out an address that another line has', () => {
  expect(summarise('mr1,new@x.example,Fiona,Anderson', { duplicate_of_line: 7, duplicate_kind: 'email' })).toBe(
    '1 email_of_line',
  );
});

describe('what is not confirmed', () => {
  const keep = (text: string) => {
    const { reason, leftOut, predecessor } = keepConfirmed(identify(text), () => false);
    return [reason?.kind, leftOut.map(({ field }) => field), predecessor];
  };

  it('leaves out values', () => {
    expect(keep('mr1,new@x.example,Fiona,Newname')).toEqual([undefined, ['lastName', 'email'], undefined]);
    expect(keep('p-1,fiona@x.example,Fiona,Anderson')).toEqual([undefined, ['employeeNumber'], undefined]);
    expect(keep('mr1,desk@x.example,Fiona,Anderson')).toEqual([undefined, ['email'], undefined]);
  });

  it('refuses rows that may be about someone else', () => {
    expect(keep('mr1,fiona@x.example,Max,Muster')[0]).toBe('not_confirmed');
    expect(keep('s1,desk@x.example,Sam,Successor')[0]).toBe('not_confirmed');
  });
});

it('compares names without accents, capitals and marks', () => {
  const known = { firstName: 'Łukasz', lastName: 'O’Brien-Straße' };
  expect(compareNames({ firstName: 'LUKASZ', lastName: 'OBrien Strasse' }, known)).toBe('none');
  expect(compareNames({ lastName: 'Obrien' }, known)).toBe('surname');
  expect(compareNames({ firstName: 'Luke', lastName: 'O’Brien-Straße' }, known)).toBe('firstName');
  expect(compareNames({ firstName: '' }, known)).toBe('unknown');
});
