import type { Scope } from '#api/platform/http/scope.ts';
import { formatDay, formatNearDay } from '#api/platform/local-day.ts';
import { orderers } from '#contract/endpoint.ts';

/** When uniforms of a season can be ordered; both days are included, null is no limit. */
export interface OrderingWindow {
  season: string;
  opensOn: string | null;
  closesOn: string | null;
}

/** What decides, apart from the product itself, whether a line can be ordered. Days such as `2026-03-29`. */
export interface Eligibility {
  /** The last day of work of the person who orders. */
  ordererEndsOn: string | null;
  /** Whom the line is for; null when it is for no one in particular, such as goods for the site. */
  wearer: {
    /** Null for the person who orders. */
    name: string | null;
    endsOn: string | null;
    optedOut: boolean;
  } | null;
  /** Whether an open group of the wearer's wardrobes lists the product; of those of the person who orders when there is no wearer. */
  isInWardrobe: boolean;
  /** Of the season of the wardrobe in which the line counts; several when the wardrobe has none, and the person's seasons apply. */
  windows: readonly OrderingWindow[];
}

/** What someone's permissions let them order: nothing, only what their own wardrobes list, or everything they can see. */
export type OrderingReach = 'nothing' | 'ownWardrobes' | 'everything';

/** How far the ordering permissions of a person reach. */
export function getOrderingReach({ permissions }: Pick<Scope, 'permissions'>): OrderingReach {
  const held = permissions.filter((name) => orderers.anyOf.some((permission) => permission === name));
  if (held.length === 0) return 'nothing';
  return held.every((name) => name === 'AllowUniformBuilder') ? 'ownWardrobes' : 'everything';
}

/**
 * Why a line cannot be ordered `today` by someone with these permissions, as a sentence; undefined when it can. It says
 * nothing about price, quantity and stock. Adding to the cart, the cart, the summary and placing the order all use it.
 */
export function explainRefusal(
  { ordererEndsOn, wearer, isInWardrobe, windows }: Eligibility,
  reach: OrderingReach,
  today: string,
): string | undefined {
  if (reach === 'nothing') return 'This account has no permission to order. An administrator can change that.';
  if (hasPassed(ordererEndsOn, today)) return `The last day of work was ${formatDay(ordererEndsOn)}, so nothing can be ordered.`;
  const name = wearer?.name ?? null;
  if (wearer && hasPassed(wearer.endsOn, today))
    return `${name}’s last day of work was ${formatDay(wearer.endsOn)}, so nothing can be ordered for them.`;
  if (reach === 'ownWardrobes' && (!isInWardrobe || name !== null))
    return 'This product is not part of the wardrobe, so it cannot be ordered.';
  if (!wearer || !isInWardrobe) return undefined;
  if (wearer.optedOut)
    return name === null
      ? 'No uniform can be ordered after an opt-out. An administrator can undo it.'
      : `${name} has opted out of the uniform. An administrator can undo it.`;
  return explainClosedWindow(windows, today);
}

const hasPassed = (day: string | null, today: string): day is string => day !== null && day < today;

/** When ordering opens or when it closed; undefined while it is open, or when there is no window. */
function explainClosedWindow(windows: readonly OrderingWindow[], today: string): string | undefined {
  if (windows.length === 0 || windows.some((window) => isOrderingOpen(window, today))) return undefined;
  const next = windows.filter(({ opensOn }) => opensOn !== null && opensOn > today).sort(by('opensOn'))[0];
  if (next?.opensOn) return `Ordering opens on ${formatNearDay(next.opensOn, today)}.`;
  const last = windows.toSorted(by('closesOn')).at(-1);
  return `Ordering closed on ${formatNearDay(last?.closesOn ?? today, today)}.`;
}

/** Whether `today` is within an ordering window. */
export const isOrderingOpen = ({ opensOn, closesOn }: OrderingWindow, today: string): boolean =>
  (opensOn === null || opensOn <= today) && (closesOn === null || today <= closesOn);

const by = (day: 'opensOn' | 'closesOn') => (a: OrderingWindow, b: OrderingWindow) => ((a[day] ?? '') < (b[day] ?? '') ? -1 : 1);
