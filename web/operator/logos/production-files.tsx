import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_PRODUCTION_FILE_BYTES } from '#contract/catalogue/customisation/logo-limits.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toMultipart } from '#web/app/multipart.ts';
import css from '#web/catalogue/customisation/logos/logos.module.css';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { useDownload } from '#web/ui/buttons/use-download.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatBytes } from '../organisations/terms.ts';
import { operatorApi, operatorDownload } from '../session/operator-api.ts';

export type OperatorLogo = ReplyOf<'GET /api/operator/organisations/:id/logos'>['logos'][number];

interface Props {
  organisationId: number;
  logo: OperatorLogo;
  mayChange: boolean;
  refresh: () => Promise<unknown>;
}

/** The files of a logo for production, such as a digitised embroidery. They are only ever downloaded. */
export function ProductionFiles({ organisationId, logo, mayChange, refresh }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, save } = useDownload();
  /** The file that is deleted once this is confirmed: it cannot be undone. */
  const [askedId, setAskedId] = useState<number>();
  const params = { id: organisationId, logoId: logo.id };
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_PRODUCTION_FILE_BYTES)
        throw new Error(`“${file.name}” is larger than 25 MB. Please choose a smaller file.`);
      await operatorApi('POST /api/operator/organisations/:id/logos/:logoId/files', { params, ...(await toMultipart(file)) });
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: async ({ id }: OperatorLogo['files'][number]) => {
      await operatorApi('DELETE /api/operator/organisations/:id/logos/:logoId/files/:fileId', {
        params: { ...params, fileId: id },
      });
      await refresh();
    },
    onSuccess: (_, { filename }) => showSuccess(`“${filename}” has been deleted.`),
    onError: (error) => showError(error),
  });
  return (
    <div className={css.files}>
      <ul aria-label={`Production files of ${logo.name}`}>
        {logo.files.map((file) => (
          <li key={file.id} className={css.file}>
            <span className={css.fileName}>
              {file.filename}{' '}
              <Text span size="sm" c="dimmed">
                {formatBytes(file.sizeBytes)}
              </Text>
            </span>
            <span className={css.fileActions}>
              <RowButton
                aria-label={`Download ${file.filename}`}
                disabled={busy}
                onClick={() =>
                  void save(() =>
                    operatorDownload('GET /api/operator/organisations/:id/logos/:logoId/files/:fileId', {
                      params: { ...params, fileId: file.id },
                    }),
                  )
                }
              >
                Download
              </RowButton>
              {mayChange &&
                (askedId === file.id ? (
                  <>
                    <RowButton disabled={remove.isPending} onClick={() => remove.mutate(file)}>
                      Delete for good
                    </RowButton>
                    <RowButton onClick={() => setAskedId(undefined)}>Keep</RowButton>
                  </>
                ) : (
                  <RowButton aria-label={`Delete ${file.filename}`} onClick={() => setAskedId(file.id)}>
                    Delete
                  </RowButton>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {mayChange && (
        <RowButton
          aria-label={`Add a production file to ${logo.name}`}
          loading={add.isPending}
          onClick={() => input.current?.click()}
        >
          {add.isPending ? 'Uploading …' : 'Add a production file'}
        </RowButton>
      )}
      {add.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {add.error.message}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Production file of ${logo.name}`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) add.mutate(file);
        }}
      />
    </div>
  );
}
