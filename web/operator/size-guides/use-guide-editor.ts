import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { decodeFile, type EditedSizeGuide, type GuideDraft, newGuide } from './guide-table.ts';
import { useGuidePreview } from './use-guide-preview.ts';

type GuideProduct = EditedSizeGuide['products'][number];

interface Edited {
  draft: GuideDraft;
  products: readonly GuideProduct[];
}

const toEdited = (guide: EditedSizeGuide | undefined): Edited =>
  guide
    ? {
        draft: { name: guide.name, wearers: guide.wearers, columns: guide.columns, rows: guide.rows, version: guide.version },
        products: guide.products,
      }
    : { draft: newGuide, products: [] };

const idsOf = (products: readonly GuideProduct[]) => products.map(({ id }) => id);

/** The state of editing a guide: what is typed is kept in this tab until it is saved or discarded. */
export function useGuideEditor(guide: EditedSizeGuide | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [kept, keep] = useDraft<Edited>(`size-guide.${guide?.id ?? 'new'}`);
  const saved = toEdited(guide);
  const { draft, products } = kept ?? saved;
  const [brandId, setBrandId] = useState<number>();
  /** Of the file that was read last: its name, and the table that was read. */
  const [file, setFile] = useState<{
    name: string;
    sizes: number;
    rows: GuideDraft['rows'];
    lines: readonly (number | null)[];
  }>();
  const preview = useGuidePreview(draft, idsOf(products));
  const isTableChanged = JSON.stringify({ ...draft, version: 0 }) !== JSON.stringify({ ...saved.draft, version: 0 });
  const added = idsOf(products).filter((id) => !idsOf(saved.products).includes(id));
  const removed = idsOf(saved.products).filter((id) => !idsOf(products).includes(id));
  const isChanged = isTableChanged || added.length + removed.length > 0;
  const key = useRef<{ of: string; key: string }>(undefined);

  const save = useMutation({
    mutationFn: async ({ overwrites, brand }: { overwrites: boolean; brand: number }) => {
      const { name, wearers } = draft;
      const body = {
        name: name.trim(),
        wearers,
        columns: [...draft.columns],
        rows: draft.rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).map((cells) => [...cells]),
      };
      if (!guide) {
        const request = { ...body, brandId: brand, productIds: idsOf(products) };
        const of = JSON.stringify(request);
        // The same guide sent twice is added once.
        if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
        return (
          await operatorApi('POST /api/operator/sizeguides', { body: request, headers: { 'Idempotency-Key': key.current.key } })
        ).sizeGuide;
      }
      const params = { id: guide.id };
      let result = guide;
      if (isTableChanged) {
        const version = overwrites ? null : draft.version;
        result = (await operatorApi('PUT /api/operator/sizeguides/:id', { params, body: { ...body, version } })).sizeGuide;
        // If only the products fail now, the table is not sent again with the version it had before.
        keep({ draft: { ...draft, version: result.version }, products });
      }
      if (added.length + removed.length > 0)
        result = (
          await operatorApi('PUT /api/operator/sizeguides/:id/products', { params, body: { add: added, remove: removed } })
        ).sizeGuide;
      return result;
    },
    onSuccess: async (result) => {
      keep(undefined);
      setFile(undefined);
      await invalidateOperatorCalls(
        client,
        'GET /api/operator/sizeguides',
        'GET /api/operator/sizeguides/products',
        'GET /api/operator/sizeguides/:id',
      );
      showSuccess('The size guide has been saved. Sizes are recommended from it now.', { persistent: true });
      if (!guide) navigate(operatorPaths.sizeGuide(result.id), { replace: true });
    },
  });

  const read = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > 200_000) throw new ApiError(0, ['The file is too large for a size guide: at most 200 KB.']);
      const text = decodeFile(await chosen.arrayBuffer());
      const table = await operatorApi('POST /api/operator/sizeguides/preview', { body: { wearers: draft.wearers, file: text } });
      return { chosen, table };
    },
    onSuccess: ({ chosen, table }) => {
      const name = draft.name || chosen.name.replace(/\.[a-z]+$/i, '');
      keep({ draft: { ...draft, name, columns: table.columns, rows: table.rows }, products });
      setFile({ name: chosen.name, sizes: table.rows.length, rows: table.rows, lines: toLines(table) });
    },
  });

  return {
    draft,
    products,
    preview,
    file,
    brandId,
    setBrandId,
    isChanged,
    save,
    read,
    setDraft: (next: GuideDraft) => keep({ draft: next, products }),
    setProducts: (next: readonly GuideProduct[]) => keep({ draft, products: next }),
    discard: () => {
      keep(undefined);
      setFile(undefined);
      save.reset();
      read.reset();
    },
    /** Loads the saved guide again, in place of what is typed. */
    reload: async () => {
      keep(undefined);
      save.reset();
      await invalidateOperatorCalls(client, 'GET /api/operator/sizeguides/:id');
    },
  };
}

/** The line of the file for each row with a problem. */
const toLines = ({
  rows,
  problems,
}: {
  rows: readonly unknown[];
  problems: readonly { row: number | null; line: number | null }[];
}) => rows.map((_, row) => problems.find((problem) => problem.row === row)?.line ?? null);
