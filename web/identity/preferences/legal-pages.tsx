import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { themeQuery } from '#web/app/session/profile.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { MinimalLayout } from '../layout/minimal-layout.tsx';

type Terms = ReplyOf<'GET /api/terms'>;

const termsQuery = apiQuery('GET /api/terms', { query: { host: globalThis.location?.host ?? '' } });

/** A text of the brand as it is to be agreed to now; its standard text where the brand has published no other. */
function LegalPage({ title, pick, children }: { title: string; pick: (terms: Terms) => Terms['terms']; children: ReactNode }) {
  const { data, error, refetch } = useQuery(termsQuery);
  return (
    <MinimalLayout title={title}>
      {data ? <LegalText terms={data} {...pick(data)} standard={children} /> : missing()}
    </MinimalLayout>
  );

  function missing() {
    if (error) return <ErrorState title="The text could not be loaded." error={error} onRetry={() => void refetch()} />;
    return (
      <Loading label="Loading the text">
        <SkeletonText lines={8} />
      </Loading>
    );
  }
}

function LegalText({ terms, kind, text, url, standard }: Terms['terms'] & { terms: Terms; standard: ReactNode }) {
  if (kind === 'address' && url !== null)
    return (
      <p>
        You can read it at <a href={url}>{url}</a>.
      </p>
    );
  if (kind !== 'text' || text === null) return standard;
  return (
    <>
      <RichText html={text} />
      {terms.publishedOnUtc && (
        <p>
          <small>
            Version {terms.version}, {formatDate(terms.publishedOnUtc)}
          </small>
        </p>
      )}
    </>
  );
}

/** Terms and conditions. */
export function TermsPage() {
  const { company } = useBrand();
  return (
    <LegalPage title="Terms & Conditions" pick={({ terms }) => terms}>
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
    </LegalPage>
  );
}

/** Privacy policy. */
export function PrivacyPage() {
  const { company } = useBrand();
  const { data: theme } = useQuery(themeQuery);
  return (
    <LegalPage title="Privacy Policy" pick={({ privacy }) => privacy}>
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
    </LegalPage>
  );
}
