import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload } from '../session/operator-api.ts';
import { AddProductForm } from './add-product-form.tsx';
import { productsList } from './products-list.tsx';

/** The products of the catalogue that the operator's brands sell, and those that nobody has in the range yet. */
export function OperatorProductsPage() {
  const model = useList(productsList, undefined);
  const [isAdding, setAdding] = useState(false);
  const mayChange = useMay('catalogue:write');
  const add = mayChange && <Button onClick={() => setAdding(true)}>Add product</Button>;
  return (
    <>
      <PageHeader
        title="Catalogue"
        actions={
          mayChange && (
            <>
              <Button variant="default" component={Link} to={operatorPaths.sizeGuides}>
                Size guides
              </Button>
              <Button variant="default" component={Link} to={operatorPaths.productImports}>
                Import
              </Button>
              {add}
            </>
          )
        }
      >
        Products that clients of your brands buy, and those no client has yet.
      </PageHeader>
      <ListPage
        model={model}
        emptyAction={add}
        cardsBelow={1100}
        actions={
          <DownloadButton
            disabled={model.totalCount === 0}
            file={() => operatorDownload('GET /api/operator/products/exportToExcel', { query: model.filterQuery })}
          >
            Export to Excel
          </DownloadButton>
        }
      />
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title="Add product" closeLabel="Close">
        <AddProductForm onCancel={() => setAdding(false)} />
      </Dialog>
    </>
  );
}
