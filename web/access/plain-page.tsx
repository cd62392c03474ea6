import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { ActingBanner } from '../shell/acting-banner.tsx';
import { LegalLinks } from '../shell/legal-links.tsx';
import { useBrand } from '../themes/look.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import css from './plain-page.module.css';
import { isLoggedIn } from './session.ts';

interface Props {
  title: string;
  /** Another way on than back to the portal or to the log-in. */
  back?: ReactNode;
  children: ReactNode;
}

/** A page outside of the shell: the brand's logo, one card, the way back. */
export function PlainPage({ title, back, children }: Props) {
  const brand = useBrand();
  return (
    <>
      {isLoggedIn() && (
        <div className={css.top}>
          <ActingBanner />
        </div>
      )}
      <div className={css.screen}>
        <header>
          <img className={css.logo} src={brand.logo} alt={brand.company} />
        </header>
        <main className={css.main}>
          <PageHeader title={title} />
          <Card className={css.text}>{children}</Card>
          <p className={css.back}>
            {back ??
              (isLoggedIn() ? (
                <Link to={paths.landing()}>Back to the portal</Link>
              ) : (
                <Link to={paths.login()}>Go to the login page</Link>
              ))}
          </p>
        </main>
        <footer>
          <LegalLinks />
        </footer>
      </div>
    </>
  );
}
