import { type CSSProperties, type ReactNode, useState } from 'react';
import { FooterLinks } from '#web/app/shell/footer-links.tsx';
import { BrandLogo } from '#web/themes/brand-logo.tsx';
import { useBrand } from '#web/themes/theme-provider.tsx';
import css from './auth-layout.module.css';
import { GarmentRow } from './garment-row.tsx';

interface Props {
  /** Address of the organisation's logo, which replaces the brand's. */
  logoUrl?: string | null | undefined;
  /** Replaces the brand's company name in the footer. */
  company?: string | undefined;
  /** CSS custom properties for the content. */
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** Layout of screens without a session: logo, one column and, on wide screens, drawings of the brand's garments. */
export function AuthLayout({ logoUrl, company, style, children }: Props) {
  const brand = useBrand();
  const [broken, setBroken] = useState<string>();
  return (
    <div className={css.screen} style={style}>
      <main className={css.side}>
        {logoUrl && logoUrl !== broken ? (
          <img className={css.logo} src={logoUrl} alt="Your organisation" onError={() => setBroken(logoUrl)} />
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
