import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { IssuedGarments } from './issued-garment-list.tsx';
import css from './issued-garments.module.css';
import { describeReplacement } from './issued-garments.ts';

const MAX_SHOWN = 3;

/** The garments that a person holds, with what is replaced next first; all of them when asked for. */
export function HeldSummary({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/customers/:id/issuedgarments', { params: { id: customerId } }));
  const [isWhole, setWhole] = useState(false);
  const garments = data?.garments ?? [];
  const pieces = garments.reduce((total, { quantity }) => total + quantity, 0);
  const isShort = !isWhole && garments.length > 0;
  return (
    <Card title="Garments held" action={pieces > 0 && <strong className="figures">{formatNumber(pieces)}</strong>}>
      {error && !data && <ErrorState title="The garments could not be loaded." error={error} onRetry={() => void refetch()} />}
      {!isShort && !error && <IssuedGarments customerId={customerId} />}
      {isShort && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
        <ul className={css.list} role="list" aria-label="Garments held">
          {garments.slice(0, MAX_SHOWN).map((garment) => (
            <li key={garment.productId} className={css.held}>
              <span>
                <strong>{garment.productName}</strong>
                <Text span size="sm" c="dimmed" display="block">
                  {describeReplacement(garment) ?? 'No set wear life'}
                </Text>
              </span>
              <span className="figures">
                {[formatNumber(garment.quantity), describeSizes(garment.sizes)].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isShort && (
        <Button variant="subtle" size="compact-sm" mt="xs" ml={-8} onClick={() => setWhole(true)}>
          {garments.length > MAX_SHOWN ? `All ${formatNumber(pieces)} garments` : 'Show details'}
        </Button>
      )}
    </Card>
  );
}

const describeSizes = (sizes: readonly { attributeDescription: string }[]) =>
  sizes.length > 2 ? `${sizes.length} sizes` : sizes.map(({ attributeDescription }) => attributeDescription).join(' and ');
