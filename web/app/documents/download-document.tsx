import { download } from '#web/app/api.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { type FetchFile, useDownload } from '#web/ui/buttons/use-download.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';

interface Props {
  /** Id of a document, for its current version, or of a version. */
  id: number;
  /** What is downloaded, for screen readers. */
  name: string;
  /** As the reader's own by default. */
  file?: FetchFile;
}

/** Saves the file of a document. */
export function DownloadDocument({
  id,
  name,
  file = () => download('GET /api/documents/download/:id', { params: { id } }),
}: Props) {
  const { busy, save } = useDownload();
  return (
    <RowButton disabled={busy} loading={busy} onClick={() => void save(file)}>
      Download<VisuallyHidden> {name}</VisuallyHidden>
    </RowButton>
  );
}
