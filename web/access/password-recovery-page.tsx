import { PlainPage } from './plain-page.tsx';

/** Says what to do while the portal does not send recovery links yet. */
export const PasswordRecoveryPage = () => (
  <PlainPage title="Password recovery">
    <p>
      This portal cannot send recovery links by e-mail yet. The administrator of your organisation can set up a new password for
      you.
    </p>
  </PlainPage>
);
