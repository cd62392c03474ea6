import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { findPreviewBlocker, formatCataloguePrice } from './range-labels.ts';
import css from './range-price-preview.module.css';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';

type PricePreview = ReplyOf<'POST /api/productsorganisation/bulk/preview'>['pricePreview'];

interface Buttons {
  count: number;
  isSending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** Old and new prices of a bulk edit of the range as the server plans it, and the buttons that run it or go back to the form. */
export const RangePricePreview = ({ body, ...buttons }: Buttons & { body: RangeBulkEditBody }) => (
  <PricePreviewPanel
    queryKey={['POST /api/productsorganisation/bulk/preview', body]}
    load={() => api('POST /api/productsorganisation/bulk/preview', { body })}
    findBlocker={(preview) => findPreviewBlocker(preview, body.change)}
    {...buttons}
  />
);

interface Props extends Buttons {
  queryKey: readonly unknown[];
  load: () => Promise<{ pricePreview: PricePreview }>;
  /** Why the change would change nothing; undefined where it changes something. */
  findBlocker: (preview: PricePreview) => string | undefined;
}

/** Old and new prices of a change as the server plans it, and the buttons that make it or go back to the form. */
export function PricePreviewPanel({ queryKey, load, findBlocker, count, isSending, onConfirm, onBack }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: load,
    // While the edit runs, a preview of it would compare with what it has changed itself.
    enabled: !isSending,
    // What was true a moment ago may not be when the dialog is opened again.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const preview = data?.pricePreview;
  const blocker = preview && findBlocker(preview);
  const blockerId = useId();
  return (
    <div className={css.preview}>
      {preview ? (
        <Preview preview={preview} />
      ) : error ? (
        <ErrorState title="The prices could not be calculated." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Calculating the new prices">
          <SkeletonRows rows={6} height={40} />
        </Loading>
      )}
      <div className={css.buttons}>
        <Button
          data-autofocus={blocker === undefined || undefined}
          loading={isSending}
          disabled={!preview || blocker !== undefined || isSending}
          aria-describedby={blocker === undefined ? undefined : blockerId}
          onClick={onConfirm}
        >
          {`Change ${plural(count, 'product')}`}
        </Button>
        <Button variant="default" disabled={isSending} data-autofocus={blocker !== undefined || undefined} onClick={onBack}>
          Back
        </Button>
        {blocker !== undefined && (
          <p id={blockerId} className={css.blocker}>
            {blocker}
          </p>
        )}
      </div>
    </div>
  );
}

function Preview({ preview }: { preview: PricePreview }) {
  const { changed, unchanged, sourceChanged, refusals, lowest, highest, rounded, belowHalf, products, currencyCode } = preview;
  const more = changed - products.length;
  return (
    <>
      <p role="status">
        <strong>
          {changed === 0
            ? 'No price changes.'
            : `${plural(changed, 'price')} will change${unchanged > 0 ? `, ${formatNumber(unchanged)} will stay the same` : ''}.`}
        </strong>{' '}
        Prices exclude tax.
      </p>
      {sourceChanged > 0 && (
        <p>
          {plural(sourceChanged, 'product')} will keep the same price but take it from a different source: an own price, a
          percentage or the catalogue.
        </p>
      )}
      {belowHalf > 0 && (
        <Notice tone="warning">
          {plural(belowHalf, 'product')} would cost less than half of the catalogue price. Is the percentage correct?
        </Notice>
      )}
      {refusals.length > 0 && (
        <Notice tone="warning">
          {refusals.map(({ reason, count }) => (
            <span key={reason} className={css.refusal}>
              {plural(count, 'product')} will not be changed: {reason}
            </span>
          ))}
        </Notice>
      )}
      {changed > 0 && (
        <>
          <dl className={css.facts}>
            {lowest !== null && (
              <div>
                <Term>Lowest new price</Term>
                <dd className="figures">{formatMoney(lowest, currencyCode)}</dd>
              </div>
            )}
            {highest !== null && (
              <div>
                <Term>Highest new price</Term>
                <dd className="figures">{formatMoney(highest, currencyCode)}</dd>
              </div>
            )}
            <div>
              <Term>Prices rounded</Term>
              <dd className="figures">{formatNumber(rounded)}</dd>
            </div>
          </dl>
          <table className={css.table}>
            <caption className={list.caption}>Prices before and after</caption>
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">Now</th>
                <th scope="col">New</th>
              </tr>
            </thead>
            <tbody>
              {products.map(({ id, name, before, after }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td className="figures">{formatCataloguePrice(before.from, before.to, currencyCode)}</td>
                  <td className="figures">
                    <span aria-hidden="true">→ </span>
                    <strong>{formatCataloguePrice(after.from, after.to, currencyCode)}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {more > 0 && (
            <Text size="sm" c="dimmed">
              and {plural(more, 'more product', 'more products')}
            </Text>
          )}
        </>
      )}
    </>
  );
}

const Term = ({ children }: { children: string }) => (
  <Text component="dt" size="sm" c="dimmed">
    {children}
  </Text>
);
