import {
  type Balance,
  getPreviewedType,
  type OrderingSeason,
  pickOrderingSeason,
  planPreview,
} from '#api/entitlement/balance.rules.ts';
import { AllocationType } from '#api/entitlement/entitlement.rules.ts';
import { explainRefusal, getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { type BuilderWardrobe, type BuilderWearer, findBuilderWardrobe, findBuilderWearer } from './uniform-builder.queries.ts';
import { resolveWardrobe } from './uniform-builder.rules.ts';

/** A wardrobe as someone orders from it, or as an Admin previews it. */
export interface OpenWardrobe {
  wearer: BuilderWearer;
  wardrobe: BuilderWardrobe;
  /** Variants of the wardrobe. */
  children: BuilderWardrobe[];
  /** The wardrobe is shown as to someone who has just got it, with no one's usage. */
  isPreview: boolean;
  /** Null when none has been set, which counts as quantity. */
  allocationTypeId: number | null;
  /** In which an order of today counts. */
  season: OrderingSeason | undefined;
  /** In that season. */
  balances: Balance[];
  /** Why nothing can be ordered now, as sentences. */
  notices: string[];
}

/** The wardrobe to open. */
export interface WardrobeRequest {
  /** 0 means the one that the person chose last, otherwise their first. */
  id: number;
  /** Asks for a preview also of one's own wardrobe. */
  preview?: boolean | undefined;
  /** The allocation type to preview; ignored otherwise. */
  allocationTypeId?: number | undefined;
}

/**
 * Opens a wardrobe for the person in effect, in two statements. An Admin who does not impersonate gets a preview of wardrobes that they
 * manage. Throws 404 for any other, and 422 for a preview of an allocation type that the wardrobe does not permit.
 */
export async function openWardrobe(
  db: Db,
  { clock }: { clock: Clock },
  context: RequestContext,
  request: WardrobeRequest,
): Promise<OpenWardrobe> {
  const { effective } = context;
  const wearer = await findBuilderWearer(db, effective, effective.customerId);
  const mayPreview = isAdmin(effective) && !isImpersonating(context);
  const target = wearer && resolveWardrobe({ id: request.id, preview: request.preview ?? false }, wearer, mayPreview);
  const found = target && (await findBuilderWardrobe(db, effective, target.id, target.isPreview ? null : effective.customerId));
  if (!found) throw notFound('collection');
  const { wardrobe, children } = found;
  const { isPreview } = target;
  const today = getLocalDay(clock.now(), effective.timeZone);
  const allocationTypeId = isPreview
    ? getPreviewedType(
        wardrobe.allowedAllocationTypes.map(({ id }) => id),
        request.allocationTypeId,
      )
    : wearer.allocationTypeId;
  if (allocationTypeId === undefined) throw invalid('allocationTypeId', 'The wardrobe does not permit this allocation type.');
  const balances = isPreview
    ? planPreview(wardrobe, allocationTypeId ?? AllocationType.QUANTITY, wardrobe.seasons, today)
    : wardrobe.balances;
  const seasons = wardrobe.seasons.filter(({ id }) => balances.some(({ seasonId }) => seasonId === id));
  const season = pickOrderingSeason(seasons, today);
  return {
    wearer,
    wardrobe,
    children,
    isPreview,
    allocationTypeId,
    season,
    balances: balances.filter(({ seasonId }) => seasonId === (season?.id ?? null)),
    notices: isPreview ? ['This is a preview, so nothing can be ordered.'] : explainClosed(effective, wearer, seasons, today),
  };
}

/** Why the wearer can order nothing from a wardrobe `today`; empty when they can. */
function explainClosed(
  scope: Scope,
  { endsOn, optedOut }: BuilderWearer,
  seasons: readonly OrderingSeason[],
  today: string,
): string[] {
  const refusal = explainRefusal(
    {
      ordererEndsOn: endsOn,
      wearer: { name: null, endsOn, optedOut },
      isInWardrobe: true,
      windows: seasons.map(({ name, orderingOpensOn, orderingClosesOn }) => ({
        season: name,
        opensOn: orderingOpensOn,
        closesOn: orderingClosesOn,
      })),
    },
    getOrderingReach(scope),
    today,
  );
  return refusal === undefined ? [] : [refusal];
}
