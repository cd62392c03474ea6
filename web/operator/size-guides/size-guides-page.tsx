import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { WEARER_LABELS } from './guide-table.ts';
import css from './size-guides.module.css';

type ListedGuide = ReplyOf<'GET /api/operator/sizeguides'>['sizeGuides'][number];

const ROWS = 50;

/** The size guides of the brands, with what they measure and how many products use them. */
export function SizeGuidesPage() {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').slice(0, 100);
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1) - 1;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/sizeguides', { query: { page, limit: ROWS, ...(search && { searchTerm: search }) } }),
    placeholderData: keepPreviousData,
  });
  const change = (next: { search: string; page: number }) =>
    setParams(
      { ...(next.search && { search: next.search }), ...(next.page > 0 && { page: String(next.page + 1) }) },
      { preventScrollReset: true },
    );
  const add = (
    <Button component={Link} to={operatorPaths.newSizeGuide}>
      Add a size guide
    </Button>
  );
  return (
    <>
      <PageHeader title="Size guides" actions={add}>
        What wearers read, and what sizes are recommended from.
        {data && data.productsWithoutGuide > 0 && ` ${sentence(data.productsWithoutGuide)}`}
      </PageHeader>
      <div className={css.bar}>
        <SearchInput
          className={css.search}
          label="Search size guides"
          placeholder="Name"
          value={search}
          onSearch={(text) => change({ search: text, page: 0 })}
        />
      </div>
      <Card flush>
        {!data ? (
          error ? (
            <ErrorState title="The size guides could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading size guides">
              <SkeletonRows rows={8} height={44} />
            </PageLoading>
          )
        ) : data.sizeGuides.length === 0 ? (
          <EmptyState title={search ? 'No matching size guides' : 'No size guides yet'} action={!search && add}>
            {search ? 'Try another word.' : 'Type a size guide, or read one from a manufacturer’s file, and choose its products.'}
          </EmptyState>
        ) : (
          <ul className={css.list} aria-label="Size guides">
            {data.sizeGuides.map((guide) => (
              <Row key={guide.id} guide={guide} />
            ))}
          </ul>
        )}
      </Card>
      <Pager
        page={page}
        limit={ROWS}
        totalCount={data?.totalCount ?? 0}
        noun="size guides"
        onPage={(next) => change({ search, page: next })}
      />
    </>
  );
}

const sentence = (count: number) => `${plural(count, 'product')} with sizes ${count === 1 ? 'has' : 'have'} none yet.`;

function Row({ guide: { id, name, wearers, measures, sizes, products } }: { guide: ListedGuide }) {
  return (
    <li className={css.row}>
      <div className={css.name}>
        <Link to={operatorPaths.sizeGuide(id)} className={css.link}>
          {name}
        </Link>
        <span className={css.muted}>{measures.length > 0 ? measures.join(', ') : 'No measures'}</span>
      </div>
      <span>{WEARER_LABELS[wearers]}</span>
      <span className="figures">{plural(sizes, 'size')}</span>
      <span className="figures">{products === 0 ? 'Not in use' : plural(products, 'product')}</span>
    </li>
  );
}
