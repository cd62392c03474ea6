import type { Permission } from '#contract/endpoint.ts';
import { paths } from '../paths.ts';
import { savePostLoginRedirect } from './post-login-redirect.ts';
import type { Profile } from './profile.ts';

/** Text of the specification for a person without any permission that leads to a page. */
export const NO_LANDING_PAGE_MESSAGE = 'Error no landing page has been set';

/** Landing pages by permission; the first permission a person holds decides. */
const landings: readonly [Permission, string][] = [
  ['AllowDashboard', paths.home()],
  ['AllowAdhocOrder', paths.adhocOrder()],
  ['AllowAdhocOrderModal', paths.adhocOrderModal()],
  ['AllowUniformBuilder', paths.uniformBuilder()],
  ['AllowProducts', paths.products()],
  ['AllowProductsModal', paths.productsModal()],
  ['AllowStockEnquiry', paths.stock()],
];

/** The path of a person's first page; the cart for a PunchOut session that edits or inspects it. Undefined without a suitable permission. */
export function findLandingPage(profile: Pick<Profile, 'permissions' | 'punchoutOperation'>): string | undefined {
  const { punchoutOperation } = profile;
  if (punchoutOperation === 'edit' || punchoutOperation === 'inspect') return paths.cart();
  return landings.find(([permission]) => profile.permissions.includes(permission))?.[1];
}

/** The path to open now on the way to `destination`: the preferences while terms must be accepted (and `destination` is saved for later). */
export function routeViaTerms(
  destination: string,
  { termsAndConditionsRequired }: Pick<Profile, 'termsAndConditionsRequired'>,
): string {
  if (!termsAndConditionsRequired) return destination;
  savePostLoginRedirect(destination);
  return paths.preferences();
}
