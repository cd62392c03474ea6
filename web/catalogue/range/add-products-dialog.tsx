import { Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import css from './range.module.css';
import { formatCataloguePrice } from './range-labels.ts';
import type { RangeBulkEdits } from './use-range-bulk-edit.ts';

const limit = 10;

interface Props {
  adding: RangeBulkEdits['add'];
  /** Whether the organisation keeps its own prices. */
  canSetPrices: boolean;
  onClose: () => void;
}

/** Lets the person select products of the supplier's catalogue that are not in the range yet, and add them together. */
export function AddProductsDialog({ adding: add, canSetPrices, onClose }: Props) {
  const [{ keyword, page }, setQuery] = useState({ keyword: '', page: 0 });
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [published, setPublished] = useState(true);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/productsorganisation/available', { query: { ...(keyword && { keyword }), page, limit } }),
    placeholderData: keepPreviousData,
  });
  useRestoreFocus();
  const toggle = (id: number, on: boolean) => setSelected(on ? [...selected, id] : selected.filter((other) => other !== id));

  return (
    <Dialog opened onClose={onClose} title="Add products" closeLabel="Close without adding" width={680}>
      <Stack>
        <SearchInput
          label="Search the catalogue"
          placeholder="Name or SKU"
          value={keyword}
          onSearch={(text) => setQuery({ keyword: text, page: 0 })}
        />
        {!data ? (
          error ? (
            <ErrorState title="The catalogue could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading>
              <SkeletonRows rows={6} height={60} />
            </Loading>
          )
        ) : data.products.length === 0 ? (
          <EmptyState title={keyword ? 'No matching products' : 'No more products to add'}>
            {keyword
              ? 'There is no such product, or it is already in your range. Try another name or SKU.'
              : 'Every product in the supplier’s catalogue is already in your range.'}
          </EmptyState>
        ) : (
          <div data-stale={isPlaceholderData || undefined} className={list.list}>
            <ul className={css.available} aria-label="Products to add">
              {data.products.map((product) => (
                <li key={product.id}>
                  <label className={css.option}>
                    <input
                      type="checkbox"
                      checked={selected.includes(product.id)}
                      onChange={({ currentTarget }) => toggle(product.id, currentTarget.checked)}
                    />
                    <Picture src={product.imageSrc} alt="" size={48} />
                    <span className={css.text}>
                      <strong>{product.name}</strong>
                      <span className={list.line}>{product.sku}</span>
                    </span>
                    <span className="figures">
                      {formatCataloguePrice(product.price, product.priceHighest, data.currencyCode)}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <Pager
              page={page}
              limit={limit}
              totalCount={data.totalCount}
              noun="products to add"
              onPage={(next) => setQuery({ keyword, page: next })}
            />
          </div>
        )}
        <Checkbox name="published" checked={published} onChange={setPublished}>
          Publish now. Leave unticked to set {canSetPrices ? 'names, prices' : 'names'} and access first.
        </Checkbox>
        <Group gap="xs" className={css.buttons}>
          <Button
            disabled={selected.length === 0 || add.isPending}
            loading={add.isPending}
            onClick={() => add.mutate({ productIds: [...selected], published }, { onSuccess: onClose })}
          >
            {selected.length === 0 ? 'Select products to add' : `Add ${plural(selected.length, 'product')}`}
          </Button>
          <Button variant="default" disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
