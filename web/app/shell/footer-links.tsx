import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { themeQuery } from '../session/profile.ts';
import { getTrip } from '../session/session.ts';
import css from './footer-links.module.css';
import { HelpButton } from './help/help-button.tsx';

/** The help, and links to terms and privacy policy: the brand's own URLs if it has them, otherwise the portal's pages. */
export function FooterLinks() {
  const { data: theme } = useQuery(themeQuery);
  return (
    <p className={css.links}>
      <HelpButton>Help</HelpButton>
      <LegalLink url={theme?.termsUrl} page={paths.terms()}>
        Terms
      </LegalLink>
      <LegalLink url={theme?.privacyUrl} page={paths.privacy()}>
        Privacy
      </LegalLink>
    </p>
  );
}

interface LegalLinkProps {
  url: string | null | undefined;
  page: string;
  /** Opens in a new tab, so that a form being filled in is not lost. Not in a tab of a trip of PunchOut, whose frame may open none. */
  newTab?: boolean;
  children: string;
}

function LegalLink({ url, page, newTab, children }: LegalLinkProps) {
  // The URL is data: anything but http(s) is ignored in favour of the portal's page.
  const external = url && /^https?:\/\//i.test(url);
  if (external || (newTab && getTrip() === null)) {
    return (
      <a href={external ? url : page} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return <Link to={page}>{children}</Link>;
}

/** The terms by their full name, for the checkbox that accepts them. */
export function TermsLink() {
  const { data: theme } = useQuery(themeQuery);
  return (
    <LegalLink url={theme?.termsUrl} page={paths.terms()} newTab>
      Terms & Conditions
    </LegalLink>
  );
}

/** The privacy policy by its full name, for the checkbox that accepts it. */
export function PrivacyLink() {
  const { data: theme } = useQuery(themeQuery);
  return (
    <LegalLink url={theme?.privacyUrl} page={paths.privacy()} newTab>
      Privacy Policy
    </LegalLink>
  );
}
