import type { CSSProperties, ReactNode } from 'react';
import { FooterLinks } from '#web/app/shell/footer-links.tsx';
import { BrandLogo } from '#web/themes/brand-logo.tsx';
import { useBrand } from '#web/themes/theme-provider.tsx';
import css from './auth-layout.module.css';
import { GarmentRow } from './garment-row.tsx';

interface Props {
  /** Replaces the brand's logo. */
  logo?: { src: string; alt: string; onError?: () => void } | undefined;
  /** Replaces the brand's company name in the footer. */
  company?: string | undefined;
  /** CSS custom properties for the content. */
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** Layout of screens without a session: logo, one column and, on wide screens, drawings of the brand's garments. */
export function AuthLayout({ logo, company, style, children }: Props) {
  const brand = useBrand();
  return (
    <div className={css.screen} style={style}>
      <main className={css.side}>
        {logo ? (
          <img className={css.logo} src={logo.src} alt={logo.alt} onError={logo.onError} />
        ) : (
          <BrandLogo className={css.logo} />
        )}
        <div className={css.column}>{children}</div>
        <footer className={css.footer}>
          <p className={css.company}>{company ?? brand.company}</p>
          <FooterLinks />
        </footer>
      </main>
      <GarmentRow garments={brand.garments} />
    </div>
  );
}
