import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFile } from '#web/app/documents/document-labels.ts';
import docs from '#web/app/documents/documents.module.css';
import { DownloadDocument } from '#web/app/documents/download-document.tsx';
import { Validity } from '#web/app/documents/validity.tsx';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { INCOMPLETE_DAY } from '#web/ui/forms/incomplete-day.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { DocumentKeeper, KeptDocument, UploadedFile } from './document-keeper.ts';
import { FileField } from './file-field.tsx';

interface Props {
  keeper: DocumentKeeper;
  document: KeptDocument;
}

/** The versions of a document with their downloads, and adding another one. */
export function KeptVersions({ keeper, document }: Props) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title="Versions"
      action={
        document.refusal == null && (
          <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add version
          </Button>
        )
      }
    >
      <ul className={docs.list} aria-label="Versions">
        {document.versions.map((version) => (
          <li key={version.id}>
            <span className={docs.facts}>
              <span className={docs.name}>
                <strong>Version {version.version}</strong> {version.filename}
                {version.isCurrent && <StatusBadge tone="success">Current</StatusBadge>}
              </span>
              <span className={docs.small}>
                {describeFile(version)} · {formatDateTime(version.createdOnUtc)}
                {version.uploadedBy && ` · ${version.uploadedBy}`} · {plural(version.downloads, 'download')}
                {version.validUntil && (
                  <>
                    {!version.isExpired && ' · valid until '}
                    <Validity {...version} />
                  </>
                )}
              </span>
            </span>
            <DownloadDocument
              id={version.id}
              name={`version ${version.version} of ${document.name}`}
              file={keeper.download(version.id)}
            />
          </li>
        ))}
      </ul>
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title={`New version of ${document.name}`} closeLabel="Close">
        <VersionForm keeper={keeper} document={document} onDone={() => setAdding(false)} />
      </Dialog>
    </Card>
  );
}

function VersionForm({ keeper, document, onDone }: Props & { onDone: () => void }) {
  const [file, setFile] = useState<UploadedFile | null>(null);
  const [validUntil, setValidUntil] = useState('');
  const getKey = useIdempotencyKey();
  const save = useMutation({
    mutationFn: (fileId: number) => {
      const body = { fileId, validUntil: validUntil || null, version: document.version };
      return keeper.addVersion(document.id, body, getKey(body));
    },
    onSuccess: async (saved) => {
      await keeper.keep(saved.document);
      onDone();
      showSuccess(`Version ${saved.document.currentVersion} of ${saved.document.name} is now current.`);
    },
  });
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault();
        if (file && validUntil !== INCOMPLETE_DAY && !save.isPending) save.mutate(file.id);
      }}
    >
      <Stack>
        <Text>People get the new version from now on. Earlier ones stay available.</Text>
        <FileField keeper={keeper} file={file} error={undefined} onUploaded={setFile} />
        <DateField
          label="Valid until"
          description="Leave blank if it does not expire."
          value={validUntil}
          onChange={setValidUntil}
        />
        {save.error && (
          <Notice tone="danger" role="alert">
            {save.error.message}
          </Notice>
        )}
        <FormButtons isSaving={save.isPending} disabled={!file} onCancel={onDone}>
          Add version
        </FormButtons>
      </Stack>
    </StackedForm>
  );
}
