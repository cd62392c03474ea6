import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRegistrationsView,
  type RegistrationsView,
  readRegistrationsView,
  registrationSections,
  requestStates,
  writeRegistrationsView,
} from './registrations-url.ts';

const read = (address: string) => readRegistrationsView(new URLSearchParams(address));
const write = (shown: Partial<RegistrationsView>) =>
  String(writeRegistrationsView({ ...createRegistrationsView('requests'), ...shown }));

describe('the address of registrations', () => {
  it('without parameters means the first page of waiting requests', () => {
    expect(read('')).toEqual({ section: 'requests', state: 'waiting', search: '', page: 0 });
    expect(write({})).toBe('');
  });

  it('contains what is shown, with pages counted from 1', () => {
    expect(write({ state: 'rejected', search: 'ann & co', page: 2 })).toBe('state=rejected&q=ann+%26+co&page=3');
    expect(write({ state: '' })).toBe('state=all');
    expect(write({ section: 'links', page: 1 })).toBe('show=links&page=2');
    expect(write({ section: 'opt-outs', search: 'ann' })).toBe('show=opt-outs&q=ann');
  });

  it('is restored unchanged', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...registrationSections),
        fc.constantFrom('' as const, ...requestStates),
        fc.string({ maxLength: 50 }).map((text) => text.trim()),
        fc.nat({ max: 9999 }),
        (section, state, search, page) => {
          const shown: RegistrationsView = { section, state: section === 'requests' ? state : 'waiting', search, page };
          expect(readRegistrationsView(new URLSearchParams(writeRegistrationsView(shown).toString()))).toEqual(shown);
        },
      ),
    );
  });

  it.each(['show=everything', 'state=lost', 'page=-1', 'page=0', 'page=1.5', 'page=x', 'show=__proto__', 'state=constructor'])(
    'ignores %s',
    (address) => {
      expect(read(address)).toEqual(read(''));
    },
  );

  it('is limited to the pages the API accepts', () => {
    expect(read('page=99999999').page).toBe(10_000);
    expect(read(`q=${'x'.repeat(500)}`).search).toHaveLength(200);
  });
});
