import { useBrand } from '../themes/look.tsx';
import { PlainPage } from './plain-page.tsx';

/** How the portal may be used, where the brand has no page of its own. */
export function TermsPage() {
  const { company } = useBrand();
  return (
    <PlainPage title="Terms & Conditions">
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
        Keep your password to yourself and tell your administrator when somebody else may know it. Your organisation can close
        your account at any time.
      </p>
    </PlainPage>
  );
}

/** What happens to personal data, where the brand has no page of its own. */
export function PrivacyPage() {
  const { company } = useBrand();
  return (
    <PlainPage title="Privacy Policy">
      <p>{company} keeps what is needed to supply your uniform, and nothing else.</p>
      <h2>What is kept</h2>
      <p>
        Your name, work e-mail, place of work and job role, your addresses and orders, and your sizes if you enter them. Your
        organisation's administrators see your orders.
      </p>
      <h2>In this browser</h2>
      <p>
        The portal stores the keys of your session and when they expire. They are removed when you log out. Nothing is loaded from
        other companies and nobody follows you around.
      </p>
      <h2>Your rights</h2>
      <p>You may ask your organisation for a copy of what is kept about you, to correct it, or to delete it.</p>
    </PlainPage>
  );
}
