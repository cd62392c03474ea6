import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { isLoggedIn } from '#web/app/session/session.ts';
import { FooterLinks } from '#web/app/shell/footer-links.tsx';
import { ImpersonationBanner } from '#web/app/shell/impersonation-banner.tsx';
import { BrandLogo } from '#web/themes/brand-logo.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from './minimal-layout.module.css';

interface Props {
  title: string;
  /** Replaces the link back to the portal or to the login. */
  back?: ReactNode;
  children: ReactNode;
}

/** Layout of a page outside the shell: the brand's logo, one card and a link back. */
export function MinimalLayout({ title, back, children }: Props) {
  return (
    <>
      {isLoggedIn() && (
        <div className={css.top}>
          <ImpersonationBanner />
        </div>
      )}
      <div className={css.screen}>
        <header>
          <BrandLogo className={css.logo} />
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
          <FooterLinks />
        </footer>
      </div>
    </>
  );
}
