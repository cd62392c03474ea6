import { useQuery } from '@tanstack/react-query';
import { themeQuery } from '#web/app/session/profile.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { MinimalLayout } from '../layout/minimal-layout.tsx';

/** How the portal may be used, where the brand has no page of its own. */
export function TermsPage() {
  const { company } = useBrand();
  return (
    <MinimalLayout title="Terms & Conditions">
      <p>This portal is run by {company} for the organisations that buy their uniforms here and for their staff.</p>
      <h2>Orders</h2>
      <p>
        You order on behalf of your organisation. Prices, allowances and approvals follow the agreement between your organisation
        and {company}. An order is binding once it is confirmed, and approved where approval is needed.
      </p>
      <h2>Delivery and returns</h2>
      <p>
        Delivery times are estimates and are shown with each order. Garments made or branded for you can only be returned when
        they are faulty.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself. If somebody else may know it, change it on your profile page, which logs out every other
        device, and tell your administrator. Your organisation can close your account at any time.
      </p>
      <h2>Ordering for others</h2>
      <p>
        Colleagues whose task it is may order for you. What they did is kept with their name, and where your organisation wishes
        it you are told by e-mail.
      </p>
    </MinimalLayout>
  );
}

/** What happens to personal data, where the brand has no page of its own. */
export function PrivacyPage() {
  const { company } = useBrand();
  const { data: theme } = useQuery(themeQuery);
  return (
    <MinimalLayout title="Privacy Policy">
      <p>{company} keeps what it takes to supply your uniform and to keep your account safe.</p>
      <h2>What is kept</h2>
      <p>
        Your name, work e-mail, place of work and job role, your addresses and orders, and your sizes if you enter them. Also when
        and with which kind of device you logged in, what you agreed to, and who changed what in your account. Your organisation's
        administrators see your details and your orders.
      </p>
      <h2>For how long</h2>
      <p>
        Orders are kept as long as the law asks. Copies of the e-mails we sent you, log-ins that are over and registrations that
        were turned down are deleted after a limited time.
      </p>
      <h2>In this browser</h2>
      <p>
        The portal stores the keys of your session, when they expire, and what you have typed and not saved yet. The keys are
        removed when you log out, and what you typed at the latest when you close the tab. A cookie by which your browser is known
        again at the log-in stays for half a year.{' '}
        {theme?.reCaptchaEnabled
          ? 'The log-in loads a check by Google that you are not a robot; apart from that nothing is loaded from other companies.'
          : 'Nothing is loaded from other companies.'}{' '}
        Nobody follows you around.
      </p>
      <h2>Your rights</h2>
      <p>
        Your profile page gives you a file of everything that is kept about you, lets you correct your details, and takes your
        request to have your data erased. Your organisation decides about that request.
      </p>
    </MinimalLayout>
  );
}
