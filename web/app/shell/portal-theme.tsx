import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { getPageBrand } from '#web/themes/page-brand.ts';
import { BrandThemeProvider } from '#web/themes/theme-provider.tsx';
import { settingsQuery } from '../session/profile.ts';
import { isLoggedIn, onSessionEvent } from '../session/session.ts';

/** The nonce of this page. */
function readNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  // Dialogs lock the page's scrolling with a style element of their own, which asks for the nonce here.
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}

/** The look of this page's brand, with the organisation's own colours as soon as somebody is logged in. */
export function PortalTheme({ children }: { children: ReactNode }) {
  const [page] = useState(() => ({ brand: getPageBrand(), nonce: readNonce() }));
  const loggedIn = useSyncExternalStore(onSessionEvent, isLoggedIn);
  const { data: own } = useQuery({ ...settingsQuery, enabled: loggedIn });
  return (
    <BrandThemeProvider {...page} organisationColours={loggedIn ? own : undefined}>
      {children}
    </BrandThemeProvider>
  );
}
