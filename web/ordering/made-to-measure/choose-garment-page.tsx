import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { formatLeadTime } from '#web/catalogue/products/purchase-labels.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import css from './made-to-measure.module.css';
import { RequestedWearer, useRequestedWearer } from './requested-wearer.tsx';

type GarmentItem = ReplyOf<'GET /api/madetomeasure/garments'>['garments'][number];

const PAGE_SIZE = 20;
const MAX_SHOWN = 200;

/** Choosing a garment to have made to measure, for oneself or for someone whom one may order for. */
export function ChooseGarmentPage() {
  const wearer = useRequestedWearer();
  const [searchTerm, setSearchTerm] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/madetomeasure/garments', { query: { limit, ...(searchTerm && { searchTerm }) } }),
    placeholderData: keepPreviousData,
  });
  const person = useQuery({
    ...apiQuery('GET /api/customers/:id', { params: { id: wearer.id ?? 0 } }),
    enabled: wearer.id !== undefined,
    retry: false,
  }).data?.customers[0];
  const name = person && `${person.firstName} ${person.lastName}`.trim();
  const shownName = wearer.actedName ?? name;
  return (
    <>
      <PageHeader title="Request a garment" above={<Link to={paths.madeToMeasure()}>Made to measure</Link>}>
        {shownName
          ? `Made to measure for ${shownName}, who is asked for the measurements.`
          : 'Made to measure: choose the garment, then enter the measurements.'}
      </PageHeader>
      <Card>
        <Stack>
          <div className={css.choose}>
            <RequestedWearer wearer={wearer} name={name} />
            <SearchInput
              label="Search garments"
              placeholder="Search garments"
              value={searchTerm}
              onSearch={(text) => {
                setSearchTerm(text);
                setLimit(PAGE_SIZE);
              }}
            />
          </div>
          {data ? (
            data.garments.length === 0 ? (
              <EmptyState title="No garments found">
                {searchTerm ? 'Try another word, for example the kind of garment.' : 'Your range has no garments with sizes.'}
              </EmptyState>
            ) : (
              <>
                <ul className={css.garments} aria-label="Garments">
                  {data.garments.map((garment) => (
                    <GarmentRow
                      key={garment.id}
                      garment={garment}
                      to={paths.madeToMeasureGarment(garment.id, { for: wearer.id })}
                    />
                  ))}
                </ul>
                <Text c="dimmed" size="sm" role="status">
                  {data.garments.length < data.totalCount
                    ? `${data.garments.length} of ${plural(data.totalCount, 'garment')}`
                    : plural(data.totalCount, 'garment')}
                </Text>
                {data.garments.length < data.totalCount && limit < MAX_SHOWN && (
                  <div>
                    <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
                      Show more
                    </Button>
                  </div>
                )}
              </>
            )
          ) : error ? (
            <ErrorState title="The garments could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading garments">
              <SkeletonRows rows={5} height={64} />
            </PageLoading>
          )}
        </Stack>
      </Card>
    </>
  );
}

const GarmentRow = ({ garment: { name, imageSrc, isOffered, leadTimeDays }, to }: { garment: GarmentItem; to: string }) => (
  <li className={css.garment}>
    <Picture src={imageSrc} alt="" size={56} />
    <span>
      <Link to={to}>{name}</Link>
      <Text c="dimmed" size="sm">
        {isOffered
          ? ['Offered made to measure', ...(leadTimeDays === null ? [] : [`about ${formatLeadTime(leadTimeDays)}`])].join(' · ')
          : 'The supplier will quote a price and date'}
      </Text>
    </span>
  </li>
);
