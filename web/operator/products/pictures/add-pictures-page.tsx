import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { DropZone } from './drop-zone.tsx';
import { describePicture } from './picture-labels.ts';
import css from './pictures.module.css';
import { TargetForm } from './target-form.tsx';
import { describeUpload } from './upload-list.tsx';
import { isReady, type MatchedUpload, useMatchedUploads } from './use-matched-uploads.ts';

/** Pictures for many products at once, which are found by the SKUs in the names of the files. */
export function AddPicturesPage() {
  const { uploads, isMatching, add, change, clear, send } = useMatchedUploads();
  const [edited, setEdited] = useState<MatchedUpload>();
  const ready = uploads.filter(isReady).length;
  const waiting = uploads.filter(
    ({ target, problem, isSkipped, outcome }) => !isSkipped && !outcome && (!target || problem),
  ).length;
  const isSending = uploads.some((upload) => upload.isSending);
  const started = uploads.filter(({ outcome, isSending: isBeingSent }) => outcome || isBeingSent);
  return (
    <>
      <PageHeader title="Add pictures" above={<BackLink to={operatorPaths.products}>Catalogue</BackLink>}>
        Each picture is added to the product whose SKU its file name begins with.
      </PageHeader>
      <Stack>
        <Card>
          <DropZone label="Pictures for many products" onFiles={(files) => void add(files)}>
            <strong>{isMatching ? 'Finding the products …' : 'Drop pictures here'}</strong>
            <Text size="sm" c="dimmed">
              JPEG, PNG or WebP, up to 20 MB and 12,000 pixels wide or high.
            </Text>
          </DropZone>
          <p className={css.note}>
            FSD-FLC-W-TEAL-M_front.jpg is the front of that colour, FSD-FLC-W_2.jpg a picture for all colours. You’ll see where
            each file goes before anything is uploaded.
          </p>
        </Card>
        {uploads.length > 0 && (
          <Card title={plural(uploads.length, 'file')}>
            <div className={css.bar}>
              <Button disabled={ready === 0} loading={isSending} onClick={() => void send()}>
                {ready === 0 ? 'Add pictures' : `Add ${plural(ready, 'picture')}`}
              </Button>
              {!isSending && (
                <Button variant="default" onClick={clear}>
                  Clear list
                </Button>
              )}
              <Text span size="sm" c="dimmed" role="status">
                {describeProgress(uploads, waiting)}
              </Text>
            </div>
            {isSending && <ProgressBar label="Uploaded pictures" done={started.length - 1} total={started.length + ready} />}
            <ul className={css.rows} aria-label="Files">
              {uploads.map((upload) => (
                <FileRow
                  key={upload.key}
                  upload={upload}
                  onEdit={setEdited}
                  onSkip={(isSkipped) => change(upload.key, { isSkipped })}
                />
              ))}
            </ul>
          </Card>
        )}
      </Stack>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.file.name ?? ''}
        closeLabel="Close without choosing"
      >
        {edited && (
          <TargetForm
            upload={edited}
            onCancel={() => setEdited(undefined)}
            onChoose={(target) => {
              change(edited.key, { target, problem: null, isSkipped: false });
              setEdited(undefined);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/** What has become of the files, and what is to be done: "97 added, 1 refused, 2 without a product". */
function describeProgress(uploads: readonly MatchedUpload[], waiting: number): string {
  const count = (...states: string[]) => uploads.filter(({ outcome }) => outcome && states.includes(outcome.state)).length;
  const parts: [number, string][] = [
    [count('added'), 'added'],
    [count('present'), 'already there'],
    [count('refused', 'unmatched'), 'refused'],
    [uploads.filter(({ isSkipped }) => isSkipped).length, 'skipped'],
    [waiting, 'without a product'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, label]) => `${formatNumber(number)} ${label}`)
    .join(', ');
}

interface FileRowProps {
  upload: MatchedUpload;
  onEdit: (upload: MatchedUpload) => void;
  onSkip: (isSkipped: boolean) => void;
}

/** A file, where it goes, and what has become of it. */
function FileRow({ upload, onEdit, onSkip }: FileRowProps) {
  const { file, target, problem, isSkipped, outcome, isSending } = upload;
  const isOpen = !outcome && !isSending;
  const isRefused = outcome ? outcome.state === 'refused' || outcome.state === 'unmatched' : problem !== null && !isSkipped;
  return (
    <li className={css.row}>
      <span className={css.fileName}>{file.name}</span>
      <span className={css.target}>
        {target && (
          <>
            <Link to={operatorPaths.product(target.product.id)}>{target.product.name}</Link>{' '}
            {describePicture(target.value?.name, target.shows)}
          </>
        )}
        <Text span display="block" size="sm" c={isRefused ? 'var(--mantine-color-error)' : 'dimmed'}>
          {isSkipped ? 'Skipped' : isOpen && problem ? problem : isOpen ? '' : describeUpload(upload)}
        </Text>
      </span>
      <span className={css.rowActions}>
        {isOpen && !isSkipped && (
          <RowButton
            aria-label={`${target ? 'Change' : 'Choose'} product of ${file.name}`}
            aria-haspopup="dialog"
            onClick={() => onEdit(upload)}
          >
            {target ? 'Change' : 'Choose product'}
          </RowButton>
        )}
        {isOpen && (
          <RowButton aria-label={`${isSkipped ? 'Do not skip' : 'Skip'} ${file.name}`} onClick={() => onSkip(!isSkipped)}>
            {isSkipped ? 'Do not skip' : 'Skip'}
          </RowButton>
        )}
      </span>
    </li>
  );
}
