import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorDownload, operatorQuery } from '../session/operator-api.ts';
import css from './punchout.module.css';
import { Select } from './select.tsx';
import { connectionQuery } from './use-section.ts';

const CALL = 'GET /api/operator/punchout/connections/:id/unreturnable';
const LIMIT = 25;
const KINDS = [
  { value: 'refused', label: 'Can’t be returned' },
  { value: 'shortened', label: 'Texts are cut' },
] as const;

/** What a connection could not return, before anyone shops. */
export function UnreturnablePage() {
  const { id, isId } = useRecordId();
  const [{ kind, searchTerm, page }, setQuery] = useState({
    kind: 'refused' as 'refused' | 'shortened',
    searchTerm: '',
    page: 0,
  });
  const { data: connection } = useQuery({ ...connectionQuery(id), enabled: isId });
  const { data, error, refetch } = useQuery({
    ...operatorQuery(CALL, { params: { id }, query: { kind, page, limit: LIMIT, ...(searchTerm && { searchTerm }) } }),
    placeholderData: keepPreviousData,
    enabled: isId,
  });
  return (
    <>
      <PageHeader
        title="What can’t be returned"
        above={<BackLink to={operatorPaths.punchoutConnection(id)}>{connection?.connection.name ?? 'Connection'}</BackLink>}
        actions={
          <DownloadButton
            file={() =>
              operatorDownload(`${CALL}/exporttoexcel`, { params: { id }, query: searchTerm === '' ? {} : { searchTerm } })
            }
          >
            Export to Excel
          </DownloadButton>
        }
      >
        {data && `${plural(data.checkedCount, 'product')} of the range checked.`}
      </PageHeader>
      <Card>
        {data ? (
          <Stack>
            <Group align="end">
              <SearchInput
                label="Search products"
                placeholder="Name of a product"
                value={searchTerm}
                onSearch={(text) => setQuery({ kind, searchTerm: text, page: 0 })}
              />
              <Select
                aria-label="Show"
                value={kind}
                data={[...KINDS]}
                onChange={(event) =>
                  setQuery({ kind: event.currentTarget.value === 'shortened' ? 'shortened' : 'refused', searchTerm, page: 0 })
                }
              />
            </Group>
            {data.items.length === 0 ? (
              <EmptyState title="Nothing found">
                {kind === 'refused' ? 'Every product can be returned.' : 'No texts are too long for this connection.'}
              </EmptyState>
            ) : (
              <ul className={css.list} aria-label="Products and reasons">
                {data.items.map(({ productId, name, skus, skuCount, reason }) => (
                  <li key={`${productId} ${reason}`}>
                    <div>
                      {productId === null ? name : <Link to={operatorPaths.product(productId)}>{name}</Link>}
                      <Text size="sm" c="dimmed">
                        {skus.slice(0, 3).join(', ')}
                        {skuCount > 3 && ` and ${skuCount - 3} more`}
                      </Text>
                    </div>
                    <div>{reason}</div>
                  </li>
                ))}
              </ul>
            )}
            <Pager
              page={page}
              limit={LIMIT}
              totalCount={data.totalCount}
              noun="findings"
              onPage={(next) => setQuery({ kind, searchTerm, page: next })}
            />
          </Stack>
        ) : (
          <RecordStates noun="connection" isId={isId} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </>
  );
}
