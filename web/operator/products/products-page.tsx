import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { AddToRange } from '../ranges/add-to-range.tsx';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload } from '../session/operator-api.ts';
import { OPERATOR_EXPORTS } from '../session/operator-exports.ts';
import { AddProductForm } from './add-product-form.tsx';
import { productsList } from './products-list.tsx';

/** The products of the catalogue that the operator's brands sell, and those that no one has in the range yet. */
export function OperatorProductsPage() {
  const mayChange = useMay('catalogue:write');
  const reader = useMemo(() => ({ canSelect: mayChange }), [mayChange]);
  const model = useList(productsList, reader);
  const { selection, conditions } = model;
  const [isAdding, setAdding] = useState(false);
  const [isAddingToRange, setAddingToRange] = useState(false);
  const add = mayChange && (
    <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
      Add product
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Catalogue"
        actions={
          <>
            <Button variant="default" component={Link} to={operatorPaths.categories}>
              Categories
            </Button>
            <Button variant="default" component={Link} to={operatorPaths.logos}>
              Logos
            </Button>
            {mayChange && (
              <>
                <Button variant="default" component={Link} to={operatorPaths.sizeGuides}>
                  Size guides
                </Button>
                <Button variant="default" component={Link} to={operatorPaths.productImports}>
                  Import
                </Button>
                <Button variant="default" component={Link} to={operatorPaths.addPictures}>
                  Add pictures
                </Button>
              </>
            )}
            {add}
          </>
        }
      >
        Products that clients of your brands buy, and those no client has yet.
      </PageHeader>
      <ListPage
        model={model}
        emptyAction={add}
        cardsBelow={1100}
        actions={
          <ExportButton
            asked={{ list: 'products', query: model.filterQuery }}
            rows={model.totalCount === 0 ? 0 : undefined}
            calls={OPERATOR_EXPORTS}
            file={() => operatorDownload('GET /api/operator/products/exporttoexcel', { query: model.filterQuery })}
          />
        }
        selectionActions={
          <Button variant="default" aria-haspopup="dialog" onClick={() => setAddingToRange(true)}>
            Add to a client’s range…
          </Button>
        }
      />
      <Dialog
        opened={isAddingToRange && selection !== undefined}
        onClose={() => setAddingToRange(false)}
        title={`Add ${plural(selection?.count ?? 0, 'product')} to a client’s range`}
        closeLabel="Close without adding"
      >
        {isAddingToRange && selection && (
          <AddToRange selected={{ ...selection, conditions }} onDone={selection.clear} onClose={() => setAddingToRange(false)} />
        )}
      </Dialog>
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title="Add product" closeLabel="Close">
        <AddProductForm onCancel={() => setAdding(false)} />
      </Dialog>
    </>
  );
}
