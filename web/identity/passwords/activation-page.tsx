import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { PasswordLinkScreen } from './password-form.tsx';
import { usePasswordLink } from './password-link.ts';

const awaitsApproval = 3;

/** Where the link of an invitation leads, and of a registration that was confirmed. */
export function ActivationPage() {
  const link = usePasswordLink('GET /api/checkinvitationtoken');
  return (
    <PasswordLinkScreen
      title="Account Activation"
      link={link}
      waiting="Please wait a moment."
      invalid={
        <>
          <p>The activation link is not valid or has expired.</p>
          <p>Ask your administrator to send you a new one.</p>
        </>
      }
      invalidLinks={<Link to={paths.login()}>Go to the login page</Link>}
      done={(userRegistrationType) =>
        userRegistrationType === awaitsApproval ? (
          'Your password has been set. We will email you when an administrator has approved your account.'
        ) : (
          <>
            Your account is ready to use. Please <Link to={paths.login()}>login here</Link>.
          </>
        )
      }
    />
  );
}
