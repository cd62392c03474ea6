import type { ReactNode } from 'react';
import type { Brand } from '#brands/brand.ts';
import { sundial } from '#brands/sundial.ts';
import { readNonce } from '#web/app/shell/portal-theme.tsx';
import { BrandThemeProvider } from '#web/themes/theme-provider.tsx';

/** The look of the operators' pages, which belong to no brand: greys and the shapes of the default brand. */
const operatorBrand: Brand = {
  ...sundial,
  company: 'Livery operator',
  colours: { primary: '#26282b', secondary: '#5d605f', tertiary: '#e9e8e4' },
  onPrimary: '#ffffff',
  canvas: '#f3f3f1',
  line: '#e0dfdb',
  radius: { control: 6, card: 8 },
  headings: { ...sundial.headings, face: "'Inter Variable', system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif" },
};

/** The neutral theme of the operators' pages, inside the theme of the host's brand. */
export const OperatorTheme = ({ children }: { children: ReactNode }) => (
  <BrandThemeProvider brand={operatorBrand} nonce={readNonce()}>
    {children}
  </BrandThemeProvider>
);
