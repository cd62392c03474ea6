import { useQuery } from '@tanstack/react-query';
import { themeQuery } from '#web/app/session/profile.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { MinimalLayout } from '../layout/minimal-layout.tsx';

/** Terms and conditions, for brands without a page of their own. */
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
        Keep your password to yourself. If someone else may know it, change it on your profile page, which logs out every other
        device, and tell your administrator. Your organisation can close your account at any time.
      </p>
      <h2>Ordering for others</h2>
      <p>
        Authorised colleagues can order for you. We record what they did under their name and, if your organisation has chosen
        this, tell you by email.
      </p>
    </MinimalLayout>
  );
}

/** Privacy policy, for brands without a page of their own. */
export function PrivacyPage() {
  const { company } = useBrand();
  const { data: theme } = useQuery(themeQuery);
  return (
    <MinimalLayout title="Privacy Policy">
      <p>{company} stores the data needed to supply your uniform and to keep your account safe.</p>
      <h2>What we store</h2>
      <p>
        Your name, work email, place of work and job role, your addresses and orders, and your sizes if you enter them. We also
        store when and with what kind of device you logged in, what you agreed to, and who changed what in your account. Your
        organisation's administrators can see your details and your orders.
      </p>
      <h2>How long we keep it</h2>
      <p>
        Orders are kept as long as the law requires. Copies of the emails we sent you, past logins and rejected registrations are
        deleted after a limited time.
      </p>
      <h2>In this browser</h2>
      <p>
        The portal stores the tokens of your session, when they expire, and what you have typed and not saved yet. The tokens are
        removed when you log out, and what you typed when you close the tab at the latest. A cookie that lets the login recognise
        your browser stays for half a year.{' '}
        {theme?.reCaptchaEnabled
          ? 'The login loads a check by Google that you are not a robot. Nothing else is loaded from other companies.'
          : 'Nothing is loaded from other companies.'}{' '}
        We do not track you across websites.
      </p>
      <h2>Your rights</h2>
      <p>
        On your profile page you can download everything we hold about you, correct your details and ask for your data to be
        erased. Your organisation decides on that request.
      </p>
    </MinimalLayout>
  );
}
