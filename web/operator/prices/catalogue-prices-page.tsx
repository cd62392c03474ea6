import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorDownload } from '../session/operator-api.ts';
import { OPERATOR_EXPORTS } from '../session/operator-exports.ts';
import { PriceListDialog } from './price-list-dialog.tsx';
import css from './prices.module.css';
import { useUndoCataloguePrices } from './use-undo-prices.ts';

/** The prices of the whole catalogue as a workbook: out, and in again. */
export function CataloguePricesPage() {
  const client = useQueryClient();
  const undo = useUndoCataloguePrices();
  const [isUploading, setUploading] = useState(false);
  return (
    <>
      <PageHeader title="Catalogue prices" above={<Link to={operatorPaths.prices}>Prices</Link>}>
        Prices of products and variants for clients without their own price.
      </PageHeader>
      <Card>
        <div className={css.upload}>
          <Text>
            The workbook has a row for each product and each variant, and one for each price with a first or last day. Change
            prices and days in it, and upload it again. A variant without a price uses the price of its product. To remove a
            variant’s own price, enter “Product” instead.
          </Text>
          <Text>
            The price of a single product is changed on <Link to={operatorPaths.products}>its page</Link>, quantity tiers too.
          </Text>
          <ButtonRow>
            <ExportButton
              asked={{ list: 'cataloguePrices' }}
              rows={undefined}
              calls={OPERATOR_EXPORTS}
              file={() => operatorDownload('GET /api/operator/prices/exporttoexcel')}
            />
            <Button onClick={() => setUploading(true)}>Upload price list…</Button>
          </ButtonRow>
        </div>
      </Card>
      {isUploading && (
        <PriceListDialog
          title="Upload catalogue prices"
          inherited="Product’s price"
          calls={{
            preview: ({ fileName, file }) => operatorApi('POST /api/operator/prices/file/preview', { query: { fileName }, file }),
            save: ({ fileName, file }, fingerprint, headers) =>
              operatorApi('POST /api/operator/prices/file', { query: { fileName, fingerprint }, file, headers }),
            undo: (changeId) => void undo(changeId),
            onChanged: async () => {
              await invalidateOperatorCalls(
                client,
                'GET /api/operator/products/:id/prices',
                'GET /api/operator/organisations/:id/prices',
              );
            },
          }}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  );
}
