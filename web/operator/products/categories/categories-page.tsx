import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import css from './categories.module.css';
import { CategoryDialogContent } from './category-dialog.tsx';
import { CategoryForm } from './category-form.tsx';
import type { KeptCategory } from './category-nodes.ts';
import { KeptCategoryTree } from './category-tree.tsx';

/** The tree of categories of the catalogue. */
export function CategoriesPage() {
  const mayChange = useMay('catalogue:write');
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/categories'));
  const [openedId, setOpenedId] = useState<number>();
  const [adding, setAdding] = useState<{ below?: KeptCategory }>();
  const categories = data?.categories ?? [];
  const opened = categories.find(({ id }) => id === openedId);
  const add = mayChange && (
    <Button aria-haspopup="dialog" onClick={() => setAdding({})}>
      Add category
    </Button>
  );
  const [close, closeAdding] = [() => setOpenedId(undefined), () => setAdding(undefined)];
  return (
    <>
      <PageHeader title="Categories" above={<BackLink to={operatorPaths.products}>Catalogue</BackLink>} actions={add}>
        Customers find products by them. Changes are visible to every client immediately.
      </PageHeader>
      <Card>
        {data ? (
          categories.length === 0 ? (
            <EmptyState title="No categories yet" action={add}>
              Add one here, or import a catalogue.
            </EmptyState>
          ) : (
            <>
              {mayChange && (
                <p className={css.hint}>
                  Drag a category by its handle, or use the arrow keys on it: up and down among its neighbours, right into the one
                  above it, left out again.
                </p>
              )}
              <div className={css.heads} aria-hidden>
                <span>Category</span>
                <span>UNSPSC</span>
                <span>Products</span>
              </div>
              <KeptCategoryTree
                categories={categories}
                mayChange={mayChange}
                onOpen={({ id }) => setOpenedId(id)}
                onAddBelow={(below) => setAdding({ below })}
              />
            </>
          )
        ) : error ? (
          <ErrorState title="The categories could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the categories">
            <SkeletonRows rows={12} height={40} />
          </PageLoading>
        )}
      </Card>
      <Dialog opened={opened !== undefined} onClose={close} title={opened?.name ?? 'Category'} closeLabel="Close">
        {opened && <CategoryDialogContent categories={categories} category={opened} onClose={close} />}
      </Dialog>
      <Dialog opened={adding !== undefined} onClose={closeAdding} title="Add category" closeLabel="Close">
        {adding && <CategoryForm categories={categories} below={adding.below} onClose={closeAdding} />}
      </Dialog>
    </>
  );
}
