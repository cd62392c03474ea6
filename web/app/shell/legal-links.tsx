import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { themeQuery } from '../session/profile.ts';
import css from './legal-links.module.css';

/** Links to terms and privacy: the brand's own addresses where it has some, else the portal's pages. */
export function LegalLinks() {
  const { data: theme } = useQuery(themeQuery);
  return (
    <p className={css.links}>
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
  /** In a tab of its own, so that what is being filled in stays. */
  aside?: boolean;
  children: string;
}

function LegalLink({ url, page, aside, children }: LegalLinkProps) {
  // The address is data: whatever is not the web leads to our own page instead.
  const elsewhere = url && /^https?:\/\//i.test(url);
  if (elsewhere || aside) {
    return (
      <a href={elsewhere ? url : page} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return <Link to={page}>{children}</Link>;
}

/** The two texts by their full names, beside the boxes that accept them. */
export function TermsLink() {
  const { data: theme } = useQuery(themeQuery);
  return (
    <LegalLink url={theme?.termsUrl} page={paths.terms()} aside>
      Terms & Conditions
    </LegalLink>
  );
}

export function PrivacyLink() {
  const { data: theme } = useQuery(themeQuery);
  return (
    <LegalLink url={theme?.privacyUrl} page={paths.privacy()} aside>
      Privacy Policy
    </LegalLink>
  );
}
