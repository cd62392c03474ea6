import { Button } from '@mantine/core';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { useAdhocChoice } from './use-adhoc-choice.ts';

/** Explains why an ad hoc list is empty, and offers all products where a choice is the reason. */
export function NoAdhocProducts({ choice, choose, isLimited }: ReturnType<typeof useAdhocChoice>) {
  const picture = <SearchIcon size={120} strokeWidth={0.4} />;
  const isChosen = choice !== undefined && (choice.businessAreaId > 0 || choice.collectionId > 0);
  if (isChosen)
    return (
      <EmptyState
        title="No products match your choice"
        picture={picture}
        action={
          <Button onClick={() => choose({ businessAreaId: 0, collectionId: 0 })}>
            {isLimited ? 'Show all your wardrobes' : 'Show all products'}
          </Button>
        }
      >
        Choose another business area or wardrobe above.
      </EmptyState>
    );
  return (
    <EmptyState title="No products yet" picture={picture}>
      {isLimited
        ? 'Products in your wardrobes will appear here. Ask your administrator to add you to a wardrobe.'
        : 'The garments your organisation can order will appear here. Ask the person who looks after uniforms in your organisation when they will be available.'}
    </EmptyState>
  );
}
