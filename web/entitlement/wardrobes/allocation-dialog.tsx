import { useProfile } from '#web/app/session/profile.ts';
import { RecordDialog } from '#web/organisation/structure/record-dialog.tsx';
import type { Contents } from './draft-contents.ts';
import { assertNoErrors, checkNumber } from './part-checks.ts';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { listAllocationFields, toAllocationValues } from './wardrobe-fields.ts';

interface Props {
  wardrobeId: number;
  draft: WardrobeDraftEditor;
  onClose: () => void;
}

/** Dialog for season, budgets and what happens beyond the entitlement, in the draft. */
export function AllocationDialog({ wardrobeId, draft, onClose }: Props) {
  const { seasons } = useWardrobeNames();
  const currencyCode = useProfile()?.currencyCode ?? '';
  return (
    <RecordDialog
      title="Change allocation"
      closeLabel="Close allocation"
      submitLabel="Save allocation"
      draftKey={`wardrobe.${wardrobeId}.allocation`}
      fields={listAllocationFields(seasons, currencyCode)}
      saved={toAllocationValues(draft.contents)}
      save={async ({ seasonId, budgetPoints, budget, beyond, necessity }) => {
        const amounts = { budgetPoints: budgetPoints as number | null, budget: budget as number | null };
        assertNoErrors({
          budgetPoints: checkNumber('Budget in points', amounts.budgetPoints, 0, 1_000_000),
          budget:
            amounts.budget !== null &&
            (amounts.budget < 0 || amounts.budget > 1_000_000) &&
            'Budget must be an amount from 0 to 1,000,000.',
        });
        draft.change((contents) => ({
          ...contents,
          ...amounts,
          seasonId: Number(seasonId) || null,
          beyond: beyond as Contents['beyond'],
          necessity: (necessity || null) as Contents['necessity'],
        }));
      }}
      savedMessage={() => 'Allocation changed in the draft.'}
      onClose={onClose}
    />
  );
}
