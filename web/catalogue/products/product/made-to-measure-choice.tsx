import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { OrderableGarment } from '../catalogue-types.ts';
import { listSizes } from '../choosing/attribute-selection.ts';
import type { Wearer } from '../optimistic-cart.ts';

interface Props {
  garment: OrderableGarment;
  /** For whom it is, where that is not the person whose pages are shown. */
  wearer?: Wearer | undefined;
}

/** Made to measure: a choice of a garment that is offered so, and a request to the supplier for any other that has sizes. */
export function MadeToMeasureChoice({ garment, wearer }: Props) {
  const to = paths.madeToMeasureGarment(garment.id, wearer && { for: wearer.id });
  const actedFor = useImpersonatedName();
  // Only wearers give measurements: someone else asks them to.
  const person = wearer?.name ?? actedFor;
  if (garment.isMadeToMeasure)
    return (
      <Notice
        actions={
          <Button component={Link} to={to} variant="default">
            {person === undefined ? 'Order made to measure' : 'Ask for measurements'}
          </Button>
        }
      >
        <strong>Also made to measure.</strong>{' '}
        {person === undefined ? 'It is cut to your own measurements.' : `It is cut to the measurements that ${person} gives.`}{' '}
        {ONLY_IF_FAULTY}
      </Notice>
    );
  if (listSizes(garment.attributes).length < 2) return null;
  return (
    <p>
      No size fits{person !== undefined && ` ${person}`}? <Link to={to}>Ask for it made to measure</Link>
    </p>
  );
}
