import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { OrderableGarment } from '../catalogue-types.ts';
import { listSizes } from '../choosing/attribute-selection.ts';

/** Made to measure: a choice of a garment that is offered so, and a request to the supplier for any other that has sizes. */
export function MadeToMeasureChoice({ garment }: { garment: OrderableGarment }) {
  const to = paths.madeToMeasureGarment(garment.id);
  const person = useImpersonatedName();
  // Only wearers give measurements of themselves.
  if (person !== undefined)
    return garment.isMadeToMeasure ? <p>{person} can order it made to measure, with their own measurements.</p> : null;
  if (garment.isMadeToMeasure)
    return (
      <Notice
        actions={
          <Button component={Link} to={to} variant="default">
            Order made to measure
          </Button>
        }
      >
        <strong>Also made to measure.</strong> It is cut to your own measurements. {ONLY_IF_FAULTY}
      </Notice>
    );
  if (listSizes(garment.attributes).length < 2) return null;
  return (
    <p>
      No size fits? <Link to={to}>Ask for it made to measure</Link>
    </p>
  );
}
