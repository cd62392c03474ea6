import { listOwnScopes, type OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReasonOf } from '#api/platform/reasons.ts';
import { includesScope } from '#contract/identity/operators/operator-rights.ts';

/** Why a product of a file is not imported, or an import not undone, and why someone cannot run one. */
export const PRODUCT_IMPORT_WORDING = {
  no_right: () => 'The person who started this can no longer change the catalogue.',
  import_gone: () => 'The person who started this no longer has access to the file or its client.',
  refused_now: () => 'It cannot be imported any more; the report says why.',
  changed_since_preview: () => 'It was changed after the preview, so it was left as it is. Please upload the file again.',
  changed_since_import: ({ fields }: { fields: string[] }) => `Changed since the import, so it stays: ${fields.join(', ')}.`,
  options_replaced: () => 'The import replaced its options, so its variants stay as they are.',
  code_taken: ({ codes }: { codes: string[] }) => `Another product now has the code: ${codes.join(', ')}.`,
  variants_kept: () => 'New variants that orders, deliveries or movements of stock refer to were discontinued.',
  product_kept: () => 'Orders, stock or other clients refer to it, so it was kept and is no longer sold.',
  product_gone: () => 'It has been deleted since.',
};

/** One of them, as it is stored. */
export type ProductImportReason = ReasonOf<typeof PRODUCT_IMPORT_WORDING>;

/** Why an operator or API key cannot import products; undefined where they can. */
export const findImportBlocker = (operator: OperatorScope): ProductImportReason | undefined =>
  includesScope(listOwnScopes(operator), 'catalogue:write') ? undefined : { kind: 'no_right' };
