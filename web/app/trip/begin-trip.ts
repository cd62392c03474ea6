import { api } from '../api.ts';
import { findLandingPage } from '../session/landing.ts';
import type { Profile } from '../session/profile.ts';
import { safeReturnUrl } from '../session/return-url.ts';
import { setTrip } from '../session/session.ts';

/**
 * Keeps the trip of PunchOut that a login link began, and returns the path of its first page: that of the product which the buyer's system named, or the one
 * of the person. Undefined without a suitable permission.
 */
export async function beginTrip(profile: Profile): Promise<string | undefined> {
  setTrip(profile.punchoutSessionGuid ?? '');
  // The bar is shown with the first page.
  const bar = import('./trip-bar.tsx').catch(() => {});
  // Without an answer the trip begins all the same.
  const trip = await api('GET /api/punchout/trip').catch(() => undefined);
  await bar;
  return safeReturnUrl(trip?.startPath, location.origin) ?? findLandingPage(profile);
}
