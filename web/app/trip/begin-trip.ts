import { showError } from '#web/ui/feedback/alerts.ts';
import { api } from '../api.ts';
import { paths } from '../paths.ts';
import { findLandingPage } from '../session/landing.ts';
import { hasAnyPermission, type Profile, productListPermissions } from '../session/profile.ts';
import { setTrip } from '../session/session.ts';

/**
 * Keeps the trip of PunchOut that a login link began, and returns the path of its first page: that of the product which the buyer's system named, or the one
 * of the person. Undefined without a suitable permission.
 */
export async function beginTrip(profile: Profile): Promise<string | undefined> {
  setTrip(profile.punchoutSessionGuid ?? '');
  // Without an answer the trip begins all the same.
  const trip = await api('GET /api/punchout/trip').catch(() => undefined);
  const landing = findLandingPage(profile);
  if (!trip || trip.selectedSku === null || landing === undefined) return landing;
  if (trip.selectedProductId !== null) return paths.product({ id: trip.selectedProductId });
  showError(
    `We have no garment with the number ${trip.selectedSku} for you. Search for it by name, or look through what you can order.`,
    {
      persistent: true,
    },
  );
  return hasAnyPermission(profile, productListPermissions) ? paths.products() : landing;
}
