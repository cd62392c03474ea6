import { Stack } from '@mantine/core';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ProductLinks, rangeSizeGuidesList } from './range-size-guides-list.tsx';

/** The size guides of the range, to read: which products use them, and which products have none. */
export function RangeSizeGuidesPage() {
  const model = useList(rangeSizeGuidesList, undefined);
  const withoutGuide = model.reply?.productsWithoutGuide ?? [];
  return (
    <>
      <PageHeader title="Size guides" above={<BackLink to={paths.range()}>Range</BackLink>}>
        Wearers can read them, and size recommendations are based on them. Your supplier maintains them. Tell your supplier if one
        is wrong or missing.
      </PageHeader>
      <Stack>
        <div>
          <ListPage model={model} />
        </div>
        {withoutGuide.length > 0 && (
          <Card title={`Without a size guide (${withoutGuide.length})`}>
            <ProductLinks products={withoutGuide} label="Products without a size guide" />
          </Card>
        )}
      </Stack>
    </>
  );
}
