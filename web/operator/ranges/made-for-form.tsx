import { useQueryClient } from '@tanstack/react-query';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import { type RangedProduct, useRefreshRanges } from './range-client.ts';

/** Makes a product for one client, or for any. */
export function MadeForForm({ product, onClose }: { product: RangedProduct; onClose: () => void }) {
  const client = useQueryClient();
  const refresh = useRefreshRanges();
  const query = operatorQuery('GET /api/operator/products/:id', { params: { id: product.id } });
  const form = useEntityForm<{ madeForId: number }, { product: RangedProduct }>({
    saved: { madeForId: product.madeForId ?? 0 },
    version: product.version,
    save: ({ values: { madeForId }, expectedVersion }) =>
      operatorApi('PUT /api/operator/products/:id/madefor', {
        params: { id: product.id },
        body: { madeForId: madeForId === 0 ? null : madeForId, version: expectedVersion },
      }),
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).product.version,
    onUnchanged: onClose,
    onSaved: async (saved) => {
      client.setQueryData(query.queryKey, saved);
      const { madeFor } = saved.product;
      showSuccess(madeFor === null ? 'Any client can have it in the range.' : `It is made for ${madeFor} now.`);
      onClose();
      await refresh();
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>Only this client can have it in its range. It isn’t added there by itself.</p>
      <OrganisationSelect
        label="Made for"
        name="madeForId"
        none="Any client"
        value={form.values.madeForId}
        error={form.errors.madeForId}
        onChange={(madeForId) => form.set({ madeForId })}
      />
      <FormButtons isSaving={form.isSaving} onCancel={onClose}>
        Save
      </FormButtons>
    </StackedForm>
  );
}
