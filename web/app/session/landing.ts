import type { Permission } from '#contract/endpoint.ts';
import { paths } from '../paths.ts';
import { savePostLoginRedirect } from './post-login-redirect.ts';
import type { Profile } from './profile.ts';

export const NO_LANDING_PAGE_MESSAGE = 'Error no landing page has been set';

/** First screen by the first permission held, in this order. */
const landings: readonly [Permission, string][] = [
  ['AllowDashboard', paths.home()],
  ['AllowAdhocOrder', paths.adhocOrder()],
  ['AllowAdhocOrderModal', paths.adhocOrderModal()],
  ['AllowUniformBuilder', paths.uniformBuilder()],
  ['AllowProducts', paths.products()],
  ['AllowProductsModal', paths.productsModal()],
  ['AllowStockEnquiry', paths.stock()],
];

/** Where a person starts; undefined when no permission leads anywhere. */
export function findLandingPage(profile: Pick<Profile, 'permissions' | 'punchoutOperation'>): string | undefined {
  const operation = profile.punchoutOperation?.toLowerCase();
  if (operation === 'edit' || operation === 'inspect') return paths.cart();
  return landings.find(([permission]) => profile.permissions.includes(permission))?.[1];
}

/** Where to go now on the way to a screen: the preferences come first while terms must be agreed to, and the screen is kept. */
export function routeViaTerms(
  destination: string,
  { termsAndConditionsRequired }: Pick<Profile, 'termsAndConditionsRequired'>,
): string {
  if (!termsAndConditionsRequired) return destination;
  savePostLoginRedirect(destination);
  return paths.preferences();
}
