import { paths } from '../paths.ts';
import { type Profile, useCaller } from '../session/profile.ts';

/** A visit from a buyer's purchasing system, to which the cart is returned instead of being ordered. */
export interface Trip {
  id: string;
  /** The name of the buyer's system. */
  buyerName: string;
  /** Whether it began with a cart of the buyer's system, which is changed. */
  isEdit: boolean;
  /** Whether the cart is only looked at. */
  isReadOnly: boolean;
  /** Whether the person says where it is delivered; otherwise the buyer's system does. */
  choosesAddress: boolean;
}

/** The trip of a session; undefined outside PunchOut. */
export function findTrip(caller: Profile | undefined): Trip | undefined {
  if (!caller?.punchoutSessionGuid) return undefined;
  return {
    id: caller.punchoutSessionGuid,
    buyerName: caller.punchoutBuyerName ?? 'your purchasing system',
    isEdit: caller.punchoutOperation === 'edit',
    isReadOnly: caller.punchoutOperation === 'inspect',
    choosesAddress: caller.punchoutAllowShippingAddressSelection,
  };
}

/** The trip of the person who is logged in; undefined outside PunchOut. */
export const useTrip = (): Trip | undefined => findTrip(useCaller());

/** Opens the page that takes the cart back if it was returned, and otherwise ends the trip without a change. The portal is not left in the history. */
export const leaveTrip = ({ id }: Pick<Trip, 'id'>): void => location.replace(paths.punchoutReturn(id));
