import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { themeQuery } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
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

function LegalLink({ url, page, children }: { url: string | null | undefined; page: string; children: string }) {
  // The address is data: whatever is not the web leads to our own page instead.
  if (url && /^https?:\/\//i.test(url)) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return <Link to={page}>{children}</Link>;
}
