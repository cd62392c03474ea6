import { describe, expect, it } from 'vitest';
import type { Profile } from '../../session/profile.ts';
import { listAnswers } from './answers.ts';
import { createMailLink, createPhoneLink, createReference } from './contact.ts';

describe('the help', () => {
  it('writes an email with a subject and the page that it is about', () => {
    const reference = createReference('Meridian Resorts', '/index/orders/7');
    const link = new URL(createMailLink('help@sundial.example', { title: 'Order 7 & more', reference }));
    expect(link.pathname).toBe('help@sundial.example');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      subject: 'Question about Order 7 & more',
      body: '\r\n\r\nSent from: Meridian Resorts, /index/orders/7',
    });
  });

  it('adds nothing to an email that its address contains', () => {
    const link = new URL(createMailLink('a?bcc=x@y.example', { title: 'Orders', reference: 'x' }));
    expect([link.pathname, link.searchParams.get('bcc')]).toEqual(['a%3Fbcc%3Dx@y.example', null]);
  });

  it.each([
    ['01632 960180', 'tel:01632960180'],
    ['+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['(020) 7946-0958', 'tel:02079460958'],
  ])('dials %s as %s', (number, link) => expect(createPhoneLink(number)).toBe(link));

  const person = (wardrobes: object[], impersonatedCustomer: object | null = null) =>
    ({ organisationCollections: wardrobes, impersonatedCustomer }) as unknown as Profile;
  const listLinks = (caller: Profile | undefined) => listAnswers(caller).flatMap(({ links }) => links.map(({ to }) => to));

  it('leads only to pages that the person may open', () => {
    const everyone = [
      '/index/size',
      '/index/orders',
      '/index/orders',
      '/index/returnrequests',
      '/index/quotes',
      '/index/documents',
    ];
    expect(listLinks(undefined)).toEqual(['/passwordrecovery']);
    expect(listLinks(person([]))).toEqual([...everyone, '/index/profile']);
    expect(listLinks(person([{ id: 1 }]))).toEqual([...everyone, '/index/uniform-builder/statement', '/index/profile']);
    expect(listLinks(person([{ id: 1 }], person([])))).toEqual(everyone);
  });
});
