import { useRef, useState } from 'react';
import { useBannerHeight } from '#web/ui/browser/use-banner-height.ts';
import { useCartCount } from '../cart.ts';
import { LeaveTripDialog } from './leave-trip-dialog.tsx';
import { leaveTrip, type Trip, useTrip } from './trip.ts';
import css from './trip-bar.module.css';

/** Shows on every screen of a trip which system it belongs to, with a button to go back there without a change. */
export function TripBar() {
  const trip = useTrip();
  const lines = useCartCount();
  const [isAsking, setAsking] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useBannerHeight(bar, trip !== undefined);
  if (!trip) return null;
  const losesCart = !trip.isReadOnly && (trip.isEdit || lines !== 0);
  return (
    <section ref={bar} className={css.bar} aria-label="Purchasing system">
      <p className={css.text}>
        {describeTrip(trip)} <strong>{trip.buyerName}</strong>
      </p>
      <button type="button" className={css.leave} onClick={() => (losesCart ? setAsking(true) : leaveTrip(trip))}>
        {nameLeaving(trip)}
      </button>
      <LeaveTripDialog trip={trip} opened={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

const describeTrip = ({ isEdit, isReadOnly }: Trip) =>
  isReadOnly ? 'Viewing a cart from' : isEdit ? 'Editing a cart from' : 'Shopping for';

const nameLeaving = ({ isEdit, isReadOnly }: Trip) =>
  isReadOnly ? 'Close' : isEdit ? 'Return without changes' : 'Return without a cart';
