import { BarSelect } from '../products/listing/bar-select.tsx';
import type { ChoiceOptions, useAdhocChoice } from './use-adhoc-choice.ts';

const withAll = (all: string, options: ChoiceOptions) => [[0, all] as const, ...options];

/** Chooses the business area and the wardrobe whose products an ad hoc list shows. A field without options is left out. */
export function AdhocChoiceFields({
  choice,
  choose,
  isLimited,
  areaOptions,
  wardrobeOptions,
}: ReturnType<typeof useAdhocChoice>) {
  return (
    <>
      {areaOptions.length > 0 && (
        <BarSelect
          label="Business area"
          value={choice?.businessAreaId ?? 0}
          options={withAll('All', areaOptions)}
          onChange={(businessAreaId) => choose({ businessAreaId })}
        />
      )}
      {wardrobeOptions.length > 0 && (
        <BarSelect
          label="Wardrobe"
          value={choice?.collectionId ?? 0}
          options={withAll(isLimited ? 'All your wardrobes' : 'All products', wardrobeOptions)}
          onChange={(collectionId) => choose({ collectionId })}
        />
      )}
    </>
  );
}
