import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { getPageBrand } from '#web/themes/page-brand.ts';
import { BrandThemeProvider } from '#web/themes/theme-provider.tsx';
import { settingsQuery } from '../session/profile.ts';
import { isLoggedIn, onSessionEvent } from '../session/session.ts';

/** The CSP nonce of this page; also made available to libraries that insert style elements. */
export function readNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  // Dialogs lock scrolling with a style element of their own and read the nonce from this global.
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}

/** The theme of this page's brand, with the organisation's colours once a person is logged in. */
export function PortalTheme({ children }: { children: ReactNode }) {
  const [page] = useState(() => ({ brand: getPageBrand(), nonce: readNonce() }));
  const loggedIn = useSyncExternalStore(onSessionEvent, isLoggedIn);
  const { data: settings } = useQuery({ ...settingsQuery, enabled: loggedIn });
  return (
    <BrandThemeProvider {...page} organisationColours={loggedIn ? settings : undefined}>
      {children}
    </BrandThemeProvider>
  );
}
