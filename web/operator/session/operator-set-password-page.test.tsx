import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { operatorPaths } from '../operator-paths.ts';
import { OperatorLogInPage } from './operator-log-in-page.tsx';
import { OperatorSetPasswordPage } from './operator-set-password-page.tsx';

const api = useStubbedApi();
const PASSWORD = 'Kettle & moss 71';

it('leads to a log-in with the address of the operator', async () => {
  api.on('POST /api/operator/passwordlink/check', { success: true, email: 'ann@livery.example', minLen: 8 });
  api.on('POST /api/operator/passwordlink', { success: true });
  const { user, address } = renderPage(
    <Routes>
      <Route path={operatorPaths.setPassword} element={<OperatorSetPasswordPage />} />
      <Route path={operatorPaths.logIn()} element={<OperatorLogInPage />} />
    </Routes>,
    { path: `${operatorPaths.setPassword}?token=secret` },
  );
  await user.type(await screen.findByLabelText('Password'), PASSWORD);
  await user.type(screen.getByLabelText('Confirm password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await user.click(await screen.findByRole('link', { name: 'Log in' }));

  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ann@livery.example');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(address()).toBe(operatorPaths.logIn());
});

it.each([
  [true, 'You already have a password: log in.'],
  [false, 'This link is not valid or has expired. Ask another operator to send you a new one.'],
])('says what has become of a link that cannot be used; used: %s', async (used, text) => {
  api.on('POST /api/operator/passwordlink/check', { success: false, used });
  renderPage(<OperatorSetPasswordPage />, { path: `${operatorPaths.setPassword}?token=secret` });
  await screen.findByText(text);
  expect(screen.getByRole('link', { name: 'Go to the login page' }).getAttribute('href')).toBe(operatorPaths.logIn());
});
