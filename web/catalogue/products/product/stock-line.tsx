import { Stack, Text } from '@mantine/core';
import { TruckIcon } from '#web/ui/content/icons.tsx';
import type { Combination } from '../catalogue-types.ts';
import { describeStock } from '../stock-labels.ts';
import css from './stock-line.module.css';

/** Stock of the selected combination, its next delivery, and its SKU and GTIN. */
export function StockLine({ combination }: { combination: Combination }) {
  const words = describeStock(combination);
  const codes = [combination.sku && `SKU ${combination.sku}`, combination.gtin && `GTIN ${combination.gtin}`].filter(Boolean);
  return (
    <Stack gap={4}>
      {words && (
        <p className={`${css.stock} figures`} data-status={combination.stockStatus} role="status">
          <TruckIcon size={18} />
          {words}
        </p>
      )}
      {codes.length > 0 && (
        <Text size="sm" c="dimmed" className="figures">
          {codes.join(' · ')}
        </Text>
      )}
    </Stack>
  );
}
