import type { CSSProperties, ReactNode } from 'react';
import { LegalLinks } from '#web/app/shell/legal-links.tsx';
import { useBrand } from '#web/themes/theme-provider.tsx';
import css from './auth-layout.module.css';
import { GarmentRow } from './garment-row.tsx';

interface Props {
  /** Another logo than the brand's. */
  logo?: { src: string; alt: string; onError?: () => void } | undefined;
  /** Another company in the footer than the brand's. */
  company?: string | undefined;
  /** Custom properties for what is inside. */
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** A screen for people who are not logged in: the logo, one column, the brand's garments where there is room. */
export function AuthLayout({ logo, company, style, children }: Props) {
  const brand = useBrand();
  return (
    <div className={css.screen} style={style}>
      <main className={css.side}>
        <img className={css.logo} src={logo?.src ?? brand.logo} alt={logo?.alt ?? brand.company} onError={logo?.onError} />
        <div className={css.column}>{children}</div>
        <footer className={css.footer}>
          <p className={css.company}>{company ?? brand.company}</p>
          <LegalLinks />
        </footer>
      </main>
      <GarmentRow garments={brand.garments} />
    </div>
  );
}
