import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { LoginPage } from '../login/login-page.tsx';
import { ActivationPage } from './activation-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const api = useStubbedApi();
// For the links at the foot of the page.
beforeEach(() => api.on('GET /api/theme/getthemebyhost', {}));
const PASSWORD = 'Kettle & moss 71';
const LINK = '/resetpassword?email=ann@x.example&token=secret';
const VALID: PartsOf<ReplyOf<'GET /api/checkpasswordtoken'>> = { success: true, minLen: 8, oId: 1 };

const findField = () => screen.findByLabelText<HTMLInputElement>('Set password');
const getConfirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
/** What a screen reader announces with a field: its error and its help text. */
const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Opens a link that works. */
async function open() {
  api.on('GET /api/checkpasswordtoken', VALID);
  const page = renderPage(<ResetPasswordPage />, { path: LINK });
  const field = await findField();
  const submit = () => page.user.click(screen.getByRole('button', { name: 'Submit' }));
  const choose = async (password: string, again = password) => {
    for (const [input, text] of [
      [field, password],
      [getConfirmation(), again],
    ] as const) {
      await page.user.clear(input);
      await page.user.type(input, text);
    }
    await submit();
  };
  return { ...page, field, submit, choose };
}

describe('a link that is not valid', () => {
  it.each([
    ['/resetpassword?email=ann@x.example&token=nonsense', 'Invalid password recovery token.'],
    ['/resetpassword', 'Invalid password recovery token.'],
    ['/userActivation?email=ann@x.example&token=nonsense', 'The activation link is not valid or has expired.'],
    ['/useractivation', 'The activation link is not valid or has expired.'],
  ])('says so, leaves the address, and offers what to do next: %s', async (path, text) => {
    for (const call of ['GET /api/checkpasswordtoken', 'GET /api/checkinvitationtoken'] as const)
      api.on(call, { success: false });
    const { address } = renderPage(path.startsWith('/user') ? <ActivationPage /> : <ResetPasswordPage />, { path });
    await screen.findByText(text);
    screen.getByRole('link', { name: 'Go to the login page' });
    await waitFor(() => expect(address()).toBe(path.split('?')[0]));
  });

  it('is only noticed when the form is sent, and then leads to the same', async () => {
    const { choose } = await open();
    const msg = 'This link is not valid or has expired. Please ask for a new one.';
    api.on('POST /api/customers/updatePassword', { success: false, msg });
    for (const call of ['GET /api/checkpasswordtoken', 'GET /api/checkinvitationtoken'] as const)
      api.on(call, { success: false });
    await choose(PASSWORD);
    await screen.findByText('Invalid password recovery token.');
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(msg));
  });

  it('is not known where it cannot be checked, which can be tried again', async () => {
    api.on('GET /api/checkpasswordtoken', refuse(400, { server: 'Out of thread.' }));
    const { user } = renderPage(<ResetPasswordPage />, { path: LINK });
    await screen.findAllByText('Out of thread.');
    api.on('GET /api/checkpasswordtoken', VALID);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findField();
  });
});

describe('a password that has been set', () => {
  it.each([
    ['/useractivation', 'GET /api/checkinvitationtoken', 'login here'],
    ['/resetpassword', 'GET /api/checkpasswordtoken', 'Go to the login page'],
  ] as const)('leads from %s to a log-in with the address and the logo of the organisation', async (path, call, link) => {
    api.on(call, VALID);
    api.on('POST /api/customers/updatePassword', { success: true, userRegistrationType: 1, logoUrl: '/logos/meridian.svg' });
    const { user, address } = renderPage(
      <Routes>
        <Route path="/useractivation" element={<ActivationPage />} />
        <Route path="/resetpassword" element={<ResetPasswordPage />} />
        <Route path="/login" element={<LoginPage />} />
      </Routes>,
      { path: `${path}?email=ann@x.example&token=secret` },
    );
    await user.type(await findField(), PASSWORD);
    await user.type(getConfirmation(), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await user.click(await screen.findByRole('link', { name: link }));

    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ann@x.example');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Your organisation' }).getAttribute('src')).toBe(
      '/logos/meridian.svg',
    );
    expect(address()).toBe('/login');
  });
});

describe('the form for a new password', () => {
  it('says at each field what is wrong with it', async () => {
    const { field, submit, choose } = await open();
    await submit();
    await waitFor(() => expect(described(field)).toContain('Password is required.'));
    await choose(PASSWORD, 'something else');
    await waitFor(() => expect(described(getConfirmation())).toContain('Passwords must match.'));
    expect(api.requests('POST /api/customers/updatePassword')).toEqual([]);
  });

  it('keeps the input when the server cannot be reached, and shows why the server refuses a password', async () => {
    const { user, field, submit, choose } = await open();
    api.on('POST /api/customers/updatePassword', () => {
      throw new TypeError('Failed to fetch');
    });
    await choose('password2026');
    await screen.findByText(/^The server cannot be reached\./);
    expect(field.value).toBe('password2026');

    const msg = 'This password is too common. Please choose another one.';
    api.on('POST /api/customers/updatePassword', { success: false, msg });
    api.on('GET /api/checkinvitationtoken', { success: false });
    await submit();
    await waitFor(() => expect(described(field)).toContain(msg));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(msg));
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.type(field, PASSWORD);
    await waitFor(() => expect(described(field)).not.toContain(msg));
  });

  it('has fields that password managers recognise, takes what is pasted, and can show the input', async () => {
    const { user, field } = await open();
    const inputs = [...document.querySelectorAll<HTMLInputElement>('form input')];
    expect(inputs.map(({ type, autocomplete, value, hidden }) => ({ type, autocomplete, value, hidden }))).toEqual([
      { type: 'text', autocomplete: 'username', value: 'ann@x.example', hidden: true },
      { type: 'password', autocomplete: 'new-password', value: '', hidden: false },
      { type: 'password', autocomplete: 'new-password', value: '', hidden: false },
    ]);
    expect(inputs.filter((input) => input.hasAttribute('maxlength'))).toEqual([]);

    await user.click(field);
    await user.paste(PASSWORD);
    expect(field.value).toBe(PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect([field.type, getConfirmation().type]).toEqual(['text', 'text']);
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect([field.type, getConfirmation().type]).toEqual(['password', 'password']);
  });
});

describe('a link that has done its work', () => {
  it.each([
    [1, 'You already have a password: log in.'],
    [3, 'You already have a password. We will email you when an administrator has approved your account.'],
  ])('says so when an activation is opened again: %i', async (userRegistrationType, text) => {
    api.on('GET /api/checkinvitationtoken', { success: false, userRegistrationType });
    renderPage(<ActivationPage />, { path: '/userActivation?email=ann@x.example&token=secret' });
    await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text));
    expect(screen.queryByText('The activation link is not valid or has expired.')).toBeNull();
  });

  it('leads from a used recovery to the log-in, or to a new link', async () => {
    api.on('GET /api/checkpasswordtoken', { success: false, userRegistrationType: 1 });
    renderPage(<ResetPasswordPage />, { path: LINK });
    await screen.findByText(/^You have set a new password with this link already:/);
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'request a new link' }).getAttribute('href')).toBe('/passwordrecovery');
  });

  it('says so when it was used in another window while the form was open', async () => {
    const { choose } = await open();
    const done = { success: false, userRegistrationType: 1 };
    api.on('POST /api/customers/updatePassword', { success: false, msg: 'This link is not valid or has expired.' });
    api.on('GET /api/checkpasswordtoken', done);
    api.on('GET /api/checkinvitationtoken', { success: false, userRegistrationType: null });
    await choose(PASSWORD);
    await screen.findByText(/^You have set a new password with this link already:/);
    expect(screen.queryByText('This link is not valid or has expired.')).toBeNull();
  });
});
