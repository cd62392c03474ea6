import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { PasswordLinkScreen } from './password-form.tsx';
import { usePasswordLink } from './password-link.ts';

/** The screen behind the link in a recovery email. */
export function ResetPasswordPage() {
  const link = usePasswordLink('GET /api/checkpasswordtoken');
  return (
    <PasswordLinkScreen
      title="Password recovery"
      link={link}
      checkingText="Please wait a moment."
      invalid={<p>Invalid password recovery token.</p>}
      invalidLinks={
        <>
          <Link to={paths.passwordRecovery()}>Request a new link</Link>
          <Link to={paths.login()}>Go to the login page</Link>
        </>
      }
      alreadyDone={({ login }) => (
        <>
          <p>Invalid password recovery token.</p>
          <p>
            You have set a new password with this link already:{' '}
            <Link to={paths.login()} state={{ login }}>
              log in
            </Link>
            , or <Link to={paths.passwordRecovery()}>request a new link</Link>.
          </p>
        </>
      )}
      done={() => 'Your password has been reset.'}
      doneLinks={({ login }) => (
        <Button component={Link} to={paths.login()} state={{ login }} fullWidth>
          Go to the login page
        </Button>
      )}
    />
  );
}
