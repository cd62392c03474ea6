import { Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { ProductPicker } from './product-picker.tsx';
import css from './range.module.css';
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
        <ProductPicker
          reply={data}
          error={error}
          onRetry={() => void refetch()}
          isStale={isPlaceholderData}
          selected={selected}
          onToggle={toggle}
          {...{ keyword, page, limit }}
          onPage={(next) => setQuery({ keyword, page: next })}
          whose="your range"
        />
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
