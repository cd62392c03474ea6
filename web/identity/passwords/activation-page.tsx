import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { PasswordLinkScreen } from './password-form.tsx';
import { usePasswordLink } from './password-link.ts';

const AWAITS_APPROVAL = 3;

/** The screen behind the links in invitations and in confirmations of a registration. */
export function ActivationPage() {
  const link = usePasswordLink('GET /api/checkinvitationtoken');
  return (
    <PasswordLinkScreen
      title="Account Activation"
      link={link}
      checkingText="Please wait a moment."
      invalid={
        <>
          <p>The activation link is not valid or has expired.</p>
          <p>If you already have a password, log in. Otherwise ask your administrator to send you a new link.</p>
        </>
      }
      alreadyDone={({ userRegistrationType, login }) => (
        <p>
          {userRegistrationType === AWAITS_APPROVAL ? (
            'You already have a password. We will email you when an administrator has approved your account.'
          ) : (
            <>
              You already have a password:{' '}
              <Link to={paths.login()} state={{ login }}>
                log in
              </Link>
              .
            </>
          )}
        </p>
      )}
      invalidLinks={<Link to={paths.login()}>Go to the login page</Link>}
      done={({ userRegistrationType, login }) =>
        userRegistrationType === AWAITS_APPROVAL ? (
          'Your password has been set. We will email you when an administrator has approved your account.'
        ) : (
          <>
            Your account is ready to use. Please{' '}
            <Link to={paths.login()} state={{ login }}>
              login here
            </Link>
            .
          </>
        )
      }
    />
  );
}
