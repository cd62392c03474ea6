import css from './brand-logo.module.css';
import { useBrand } from './theme-provider.tsx';

/** The brand's logo; the name of its company if it has none. */
export function BrandLogo({ className }: { className: string | undefined }) {
  const { logo, company } = useBrand();
  if (logo === null) return <strong className={css.name}>{company}</strong>;
  return <img className={className} src={logo} alt={company} />;
}
