import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { invalidatePrices } from '#web/app/session/profile.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './range.module.css';
import { getRangeProductName, type RangeProduct } from './range-labels.ts';
import { RangeProductFields } from './range-product-fields.tsx';
import {
  describeRangeConflicts,
  findPriceConflict,
  type RangeProductField,
  type RangeProductFormValues,
  toRangeProductChange,
  toRangeProductFormValues,
  validateRangeProduct,
} from './range-product-form.ts';
import type { RangeBulkEdits } from './use-range-bulk-edit.ts';
import { useReloadRangeProduct } from './use-reload-range-product.ts';
import type { RestrictionOptions } from './use-restriction-options.ts';

interface Props {
  product: RangeProduct;
  parts: RestrictionOptions;
  currencyCode: string;
  /** Whether the organisation keeps its own prices; otherwise they are only shown. */
  canSetPrices: boolean;
  remove: RangeBulkEdits['bulk'];
  onClose: () => void;
}

/** Edits one product of the range, or removes it. */
export function RangeProductDialog({ product, parts, currencyCode, canSetPrices, remove, onClose }: Props) {
  const client = useQueryClient();
  const reload = useReloadRangeProduct();
  useRestoreFocus();
  const form = useEntityForm<RangeProductFormValues, ReplyOf<'PUT /api/productorganisation'>>({
    draftKey: `range.${product.id}`,
    saved: toRangeProductFormValues(product),
    version: product.version,
    validate: validateRangeProduct,
    save: ({ values, changed, expectedVersion }) =>
      api('PUT /api/productorganisation', {
        body: {
          productOrganisation: { ...toRangeProductChange(values, changed), id: product.id, version: expectedVersion },
        },
      }),
    onSaved: ({ productOrganisation }) => {
      showSuccess(`“${getRangeProductName(productOrganisation)}” saved.`);
      onClose();
      return invalidatePrices(client);
    },
    onUnchanged: onClose,
    reload: async () => (await reload(product.id))?.version,
  });
  const { values, changed } = form;
  const isBusy = form.isSaving || remove.isPending;
  const close = () => {
    form.discard();
    onClose();
  };
  const acceptTheirs = (name: RangeProductField) => {
    form.acceptTheirs(name);
    const price = findPriceConflict(values, changed);
    if (price?.theirs === name) form.acceptTheirs(price.mine);
  };

  return (
    <Dialog opened onClose={onClose} title={`Edit ${getRangeProductName(product)}`} closeLabel="Close product" width={640}>
      <StackedForm {...form.formProps}>
        <FormNotices
          conflicts={describeRangeConflicts(form.conflicts, values, changed, parts)}
          onUseSaved={(name) => acceptTheirs(name as RangeProductField)}
          otherErrors={form.otherErrors}
        />
        <RangeProductFields
          product={product}
          values={values}
          errors={form.errors}
          parts={parts}
          currencyCode={currencyCode}
          canSetPrices={canSetPrices}
          set={form.set}
        />
        <Group gap="xs" className={css.buttons}>
          <Button type="submit" loading={form.isSaving} disabled={isBusy}>
            Save product
          </Button>
          <Button variant="default" disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <Button
            ml="auto"
            variant="default"
            disabled={isBusy}
            onClick={() => remove.mutate({ ids: [product.id], change: { remove: true } }, { onSuccess: close })}
          >
            Remove from range
          </Button>
        </Group>
      </StackedForm>
    </Dialog>
  );
}
