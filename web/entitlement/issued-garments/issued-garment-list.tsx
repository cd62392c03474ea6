import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatLongDay } from '../reasoning.ts';
import css from './issued-garments.module.css';
import { describeHeld, describeReplacement, describeWearLife, type IssuedGarment } from './issued-garments.ts';

/** What a person holds of their uniform, or the person in effect where no id is given. */
export function IssuedGarments({ customerId }: { customerId?: number }) {
  const own = useQuery({ ...heldGarmentsQuery, enabled: customerId === undefined });
  const other = useQuery({
    ...apiQuery('GET /api/customers/:id/issuedgarments', { params: { id: customerId ?? 0 } }),
    enabled: customerId !== undefined,
  });
  const { data, error, refetch } = customerId === undefined ? own : other;
  if (!data)
    return error ? (
      <ErrorState title="The garments could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading garments">
        <SkeletonText lines={3} />
      </Loading>
    );
  if (data.garments.length === 0)
    return (
      <Text c="dimmed">
        {customerId === undefined ? 'Your garments are' : 'Their garments are'} listed here once they have been sent.
      </Text>
    );
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
    <ul className={css.list} role="list" aria-label="Garments held">
      {data.garments.map((garment) => (
        <Garment key={garment.productId} garment={garment} />
      ))}
    </ul>
  );
}

function Garment({ garment }: { garment: IssuedGarment }) {
  const { productName, imageSrc, quantity, sizes, wearLifeMonths } = garment;
  const replacement = describeReplacement(garment);
  return (
    <li className={css.garment}>
      <Picture src={imageSrc} alt="" size={48} />
      <div>
        <strong>
          {quantity} × {productName}
        </strong>
        {sizes.map((size) => (
          <Text key={size.combinationId} span size="sm" c="dimmed" display="block">
            {sizes.length > 1 && `${size.quantity} × `}
            {size.attributeDescription && `${size.attributeDescription} · `}
            last received {formatLongDay(size.lastIssuedOn)}
          </Text>
        ))}
      </div>
      <span className={css.replacement}>
        {replacement ?? 'No set wear life'}
        {wearLifeMonths !== null && (
          <Text span size="sm" c="dimmed" display="block">
            Wear life {describeWearLife(wearLifeMonths)}
          </Text>
        )}
      </span>
    </li>
  );
}

/** What the person in effect holds. It changes only when something is sent or comes back. */
export const heldGarmentsQuery = { ...apiQuery('GET /api/issuedgarments'), staleTime: 60_000 };

/** One line about what the person in effect holds of a product; nothing while that is unknown or none. */
export function HeldNote({ productId }: { productId: number }) {
  const { data } = useQuery(heldGarmentsQuery);
  const garment = data?.garments.find((each) => each.productId === productId);
  const impersonated = useCaller()?.impersonatedCustomer;
  return garment ? <Text c="dimmed">{describeHeld(garment, impersonated?.firstName)}</Text> : null;
}
