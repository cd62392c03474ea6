import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { formatPriceDays, formatScheduledPrice } from '#web/catalogue/range/scheduled-price.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import list from '#web/ui/lists/list.module.css';
import css from './prices.module.css';

type Preview = ReplyOf<'POST /api/operator/prices/file/preview'>['priceListPreview'];
type PriceChange = ReplyOf<'POST /api/operator/prices/file'>['priceChange'];

/** What the server accepts; a larger file is not sent. */
const MAX_FILE_BYTES = 10_000_000;
/** Most prices that one price list changes. */
const MAX_CHANGES = 5000;

/** A file, and the name under which the calls take it. */
interface UploadedList {
  fileName: string;
  file: File;
}

/** The calls of one owner's price list: a client's, or the catalogue's. */
export interface PriceListCalls {
  preview: (list: UploadedList) => Promise<{ priceListPreview: Preview }>;
  save: (list: UploadedList, fingerprint: string, headers: Record<string, string>) => Promise<{ priceChange: PriceChange }>;
  undo: (changeId: number) => void;
  /** Called when prices have been saved, or may be others than shown. */
  onChanged: () => Promise<void>;
}

interface Props {
  title: string;
  calls: PriceListCalls;
  /** What a row without a price or percentage sets: "Catalogue price" or "Product’s price". */
  inherited: string;
  onClose: () => void;
}

/** Sets prices from a workbook or CSV file, after old and new prices have been shown. */
export function PriceListDialog({ title, calls, inherited, onClose }: Props) {
  const keyOf = useIdempotencyKey();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_FILE_BYTES) throw new ApiError(0, ['The file is too large for a price list: at most 10 MB.']);
      const uploaded = { fileName: file.name.slice(-200), file };
      return { uploaded, preview: (await calls.preview(uploaded)).priceListPreview };
    },
  });
  const { data } = reading;
  const saving = useMutation({
    mutationFn: ({ uploaded, preview: { fingerprint } }: NonNullable<typeof data>) =>
      calls.save(uploaded, fingerprint, keyOf({ name: uploaded.fileName, fingerprint })),
    onSuccess: ({ priceChange: { id, changed } }) => {
      showSuccess(`${plural(changed, 'price')} saved.`, {
        ...(id !== null && { action: { label: 'Undo', run: () => calls.undo(id) } }),
      });
      onClose();
    },
    onSettled: () => calls.onChanged(),
  });
  const input = useRef<HTMLInputElement>(null);
  const error = reading.error ?? saving.error;
  const choose = (
    <Button
      variant={data && data.preview.changed > 0 ? 'default' : 'filled'}
      loading={reading.isPending}
      disabled={saving.isPending}
      onClick={() => input.current?.click()}
    >
      {data ? 'Choose another file' : 'Choose file'}
    </Button>
  );
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={760}>
      <div className={css.upload}>
        {!data && (
          <Text size="sm">
            Export the price list, change prices and days in it, and upload it again. CSV files with the columns SKU and Price
            work too. Empty cells and products not in the file stay as they are. You see old and new prices before anything is
            saved.
          </Text>
        )}
        {error && (
          <Notice tone="danger" role="alert">
            {error.message}
          </Notice>
        )}
        {data && !reading.isPending && <ListPreview preview={data.preview} inherited={inherited} />}
        <ButtonRow>
          {data && !reading.isPending && data.preview.changed > 0 && (
            <Button
              loading={saving.isPending}
              disabled={data.preview.changed > MAX_CHANGES}
              onClick={() => saving.mutate(data)}
            >{`Save ${plural(data.preview.changed, 'price')}`}</Button>
          )}
          {choose}
        </ButtonRow>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          hidden
          aria-label="Choose a CSV file or an Excel workbook"
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            saving.reset();
            if (chosen) reading.mutate(chosen);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </Dialog>
  );
}

function ListPreview({ preview, inherited }: { preview: Preview; inherited: string }) {
  const { changed, unchanged, empty, refused, changes, refusals } = preview;
  const facts = [
    unchanged > 0 && `${plural(unchanged, 'row')} unchanged.`,
    empty > 0 && `${plural(empty, 'row')} without a price left out.`,
  ].filter(Boolean);
  return (
    <>
      <p role="status">
        <strong>{changed === 0 ? 'No price changes.' : `${plural(changed, 'price')} will change.`}</strong>{' '}
        {[...facts, 'Prices exclude tax.'].join(' ')}
      </p>
      {changed > MAX_CHANGES && (
        <Notice tone="warning">At most {formatNumber(MAX_CHANGES)} prices can be changed at once. Please split the file.</Notice>
      )}
      {refused > 0 && (
        <Notice tone="warning">
          {plural(refused, 'row')} can’t be used and will be left out.
          <ul className={css.refusals}>
            {refusals.map(({ line, sku, reason }) => (
              <li key={line}>
                Line {line}
                {sku && `, ${sku}`}: {reason}
              </li>
            ))}
          </ul>
          {refused > refusals.length && `And ${plural(refused - refusals.length, 'more row', 'more rows')}.`}
        </Notice>
      )}
      {changes.length > 0 && <Changes preview={preview} inherited={inherited} />}
    </>
  );
}

function Changes({ preview: { changed, changes, currencyCode, today }, inherited }: { preview: Preview; inherited: string }) {
  const format = (price: Preview['changes'][number]['after']) =>
    price.price === null && price.percent === null ? inherited : formatScheduledPrice(price, currencyCode);
  const formatDays = ({ startsOn, lastOn }: Preview['changes'][number]) =>
    startsOn === today && lastOn === null ? 'now' : formatPriceDays({ state: 'coming', startsOn, lastOn });
  return (
    <>
      <div className={css.scroll}>
        <table className={css.table}>
          <caption className={list.caption}>Prices before and after</caption>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">When</th>
              <th scope="col">Now</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.line}>
                <th scope="row">
                  {change.name}
                  <span className={list.line}>{change.sku}</span>
                </th>
                <td>
                  {formatDays(change)}
                  {change.replaces && <span className={list.line}>Replaces a coming price</span>}
                </td>
                <td className="figures">{format(change.before)}</td>
                <td className="figures">
                  <strong>{format(change.after)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changed > changes.length && (
        <Text size="sm" c="dimmed">
          and {plural(changed - changes.length, 'more price', 'more prices')}
        </Text>
      )}
    </>
  );
}
