import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { sizeGuidesList } from './size-guides-list.ts';

/** The size guides of the brands, with what they measure and how many products use them. */
export function SizeGuidesPage() {
  const model = useList(sizeGuidesList, undefined);
  const withoutGuide = model.reply?.productsWithoutGuide ?? 0;
  const add = (
    <Button component={Link} to={operatorPaths.newSizeGuide}>
      Add a size guide
    </Button>
  );
  return (
    <>
      <PageHeader title="Size guides" actions={add}>
        What wearers see, and what size recommendations are based on.
        {withoutGuide > 0 && ` ${plural(withoutGuide, 'product')} with sizes ${withoutGuide === 1 ? 'has' : 'have'} none yet.`}
      </PageHeader>
      <ListPage model={model} emptyAction={add} />
    </>
  );
}
