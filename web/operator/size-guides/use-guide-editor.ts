import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { describeConflicts, type GuidePart, mergeGuide, takePart } from './guide-conflicts.ts';
import { type EditedSizeGuide, type GuideDraft, newGuide } from './guide-table.ts';
import { useGuideFile } from './use-guide-file.ts';
import { useGuidePreview } from './use-guide-preview.ts';

type GuideProduct = EditedSizeGuide['products'][number];

interface Edited {
  draft: GuideDraft;
  products: readonly GuideProduct[];
  /** The guide as it was loaded when the editing began. */
  base: GuideDraft;
}

const toDraft = ({ name, wearers, columns, rows, version }: EditedSizeGuide): GuideDraft => ({
  name,
  wearers,
  columns,
  rows,
  version,
});

const idsOf = (products: readonly GuideProduct[]) => products.map(({ id }) => id);

const toBody = ({ name, wearers, columns, rows }: GuideDraft) => ({
  name: name.trim(),
  wearers,
  columns: [...columns],
  rows: rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).map((cells) => [...cells]),
});

export type GuideEditorState = ReturnType<typeof useGuideEditor>;

/** The state of editing a guide: what is typed is kept in this tab until it is saved or discarded. */
export function useGuideEditor(guide: EditedSizeGuide | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [kept, keep] = useDraft<Edited>(`size-guide.${guide?.id ?? 'new'}`);
  const saved = guide ? toDraft(guide) : newGuide;
  const savedProducts = guide?.products ?? [];
  const { draft, products, base } = kept ?? { draft: saved, products: savedProducts, base: saved };
  const setDraft = (next: GuideDraft) => keep({ draft: next, products, base });
  const [brandId, setBrandId] = useState<number>();
  /** What someone else saved during the editing, and the parts that both changed. */
  const [conflict, setConflict] = useState<{ theirs: GuideDraft; parts: readonly GuidePart[] }>();
  const { preview, error: previewError } = useGuidePreview(draft, idsOf(products));
  const { file, read, forget } = useGuideFile(draft, setDraft);
  const isTableChanged = JSON.stringify({ ...draft, version: 0 }) !== JSON.stringify({ ...saved, version: 0 });
  const added = idsOf(products).filter((id) => !idsOf(savedProducts).includes(id));
  const removed = idsOf(savedProducts).filter((id) => !idsOf(products).includes(id));
  const areProductsChanged = added.length + removed.length > 0;
  const key = useRef<{ of: string; key: string }>(undefined);

  async function add(brand: number) {
    const request = { ...toBody(draft), brandId: brand, productIds: idsOf(products) };
    const of = JSON.stringify(request);
    // The same guide sent twice is added once.
    if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
    const headers = { 'Idempotency-Key': key.current.key };
    return (await operatorApi('POST /api/operator/sizeguides', { body: request, headers })).sizeGuide;
  }

  const put = async (id: number, next: GuideDraft) =>
    (await operatorApi('PUT /api/operator/sizeguides/:id', { params: { id }, body: { ...toBody(next), version: next.version } }))
      .sizeGuide;

  /** Saves the table. What someone else saved meanwhile is joined with it; throws the conflict where both changed the same part. */
  async function putMerged(id: number) {
    try {
      return await put(id, draft);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const theirs = toDraft((await operatorApi('GET /api/operator/sizeguides/:id', { params: { id } })).sizeGuide);
      const { merged, conflicts } = mergeGuide(base, draft, theirs);
      // Saving again replaces what was shown, and nothing newer.
      keep({ draft: merged, products, base });
      if (conflicts.length === 0) return put(id, merged);
      setConflict({ theirs, parts: conflicts });
      throw error;
    }
  }

  const save = useMutation({
    mutationFn: async (brand: number) => {
      setConflict(undefined);
      if (!guide) return add(brand);
      let result = guide;
      if (isTableChanged) {
        result = await putMerged(guide.id);
        // If only the products fail now, the table is not sent again with the version it had before.
        keep({ draft: toDraft(result), products, base: toDraft(result) });
      }
      if (areProductsChanged)
        result = (
          await operatorApi('PUT /api/operator/sizeguides/:id/products', {
            params: { id: guide.id },
            body: { add: added, remove: removed },
          })
        ).sizeGuide;
      return result;
    },
    onSuccess: async (result) => {
      keep(undefined);
      forget();
      setConflict(undefined);
      await reload();
      showSuccess('The size guide has been saved. Sizes are recommended from it now.', { persistent: true });
      if (!guide) void navigate(operatorPaths.sizeGuide(result.id), { replace: true });
    },
  });

  const reload = () =>
    invalidateOperatorCalls(
      client,
      'GET /api/operator/sizeguides',
      'GET /api/operator/sizeguides/products',
      'GET /api/operator/sizeguides/:id',
    );

  return {
    draft,
    products,
    preview,
    previewError,
    file,
    brandId,
    setBrandId,
    isChanged: isTableChanged || areProductsChanged,
    save,
    /** Why the guide was not saved, unless that is shown as conflicts. */
    saveError: conflict ? null : save.error,
    read,
    setDraft,
    setProducts: (next: readonly GuideProduct[]) => keep({ draft, products: next, base }),
    conflicts: conflict ? describeConflicts(draft, conflict.theirs, conflict.parts) : [],
    acceptTheirs: (part: GuidePart) => conflict && setDraft(takePart(draft, conflict.theirs, part)),
    discard: () => {
      keep(undefined);
      forget();
      save.reset();
      // What someone else has saved meanwhile.
      if (conflict) void reload();
      setConflict(undefined);
    },
  };
}
