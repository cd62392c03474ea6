import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { noteEndedSession } from '#web/app/session/ended-session.ts';
import { endSession, startSession } from '#web/app/session/session.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { LoginPage } from './login-page.tsx';

const api = useStubbedApi();

function open(query = '') {
  api.on('GET /api/theme/getthemebyhost', {});
  return renderPage(<LoginPage />, { path: `/login${query}` });
}

describe('the company label', () => {
  const labelled = (query: string) => {
    const { unmount } = open(query);
    const [label, whole] = [document.querySelector('footer p')?.textContent, document.documentElement.outerHTML];
    unmount();
    return { label, whole };
  };

  it.each([
    ['', 'Sundial Uniforms'],
    ['?ref=from-ALDER-intranet', 'Alder & Vane'],
    ['?ref=brackwell', 'Brackwell Workwear'],
    ['?ref=unknown', 'Sundial Uniforms'],
  ])('of %j is that of a brand', (query, company) => {
    expect(labelled(query).label).toBe(company);
  });

  it.each([
    ['<img src=x onerror=alert(1)>', 'Sundial Uniforms'],
    ['"><script>alert(1)</script>alder', 'Alder & Vane'],
    ['javascript:alert(1)//brackwell', 'Brackwell Workwear'],
    ['{{constructor.constructor("alert(1)")()}}', 'Sundial Uniforms'],
    ["';alert(1);//", 'Sundial Uniforms'],
    ['%3Csvg%20onload%3Dalert(1)%3E', 'Sundial Uniforms'],
  ])('never shows the text of `ref`: %s', (ref, company) => {
    const { label, whole } = labelled(`?ref=${encodeURIComponent(ref)}`);
    expect(label).toBe(company);
    expect(whole).not.toContain(ref);
  });
});

/** The log-in, opened after something has happened to the session. */
function LoginAfter({ happen }: { happen: () => void }) {
  useState(happen);
  return <LoginPage />;
}

describe('after a session that ended by itself', () => {
  const openAfter = (happen: () => void) => {
    api.on('GET /api/theme/getthemebyhost', {});
    renderPage(<LoginAfter happen={happen} />, { path: '/login', isStrict: false });
  };

  it('says so, and with what the person can go on', () => {
    openAfter(() => noteEndedSession('Checkout'));
    screen.getByText('Your session has ended. Log in again to continue with “Checkout”.');
  });

  it('says nothing once someone has logged in and out', () => {
    openAfter(() => {
      noteEndedSession('Checkout');
      startSession({ access_token: 'one', refresh_token: 'r-one', expires_in: 3600 });
      endSession();
    });
    expect(screen.queryByText(/session has ended/)).toBeNull();
  });
});

describe('the topics of the brand', () => {
  it('are those that the server wrote into the page', async () => {
    const template = document.createElement('template');
    template.id = 'login-topics';
    template.innerHTML = '<h2>Holidays</h2><p>Closed on 25 December.</p>';
    document.body.append(template);
    const { unmount } = open();
    screen.getByRole('heading', { name: 'Holidays' });
    expect(api.requests('GET /api/topics/portallocation/:location')).toEqual([]);
    unmount();
    template.remove();
  });
});

describe('the log-in that no one was sent to', () => {
  it('has an empty address and the logo of the brand', async () => {
    open('?email=ann@x.example');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
    expect(screen.queryByRole('img', { name: 'Your organisation' })).toBeNull();
  });
});

describe('the form', () => {
  it('of a login link without a key is submitted at once, and says what is missing', async () => {
    open('?auto');
    await screen.findByText('Email is required');
    screen.getByText('Password is required');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  });

  it('shows and hides the password', async () => {
    const { user } = open();
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
  });
});
