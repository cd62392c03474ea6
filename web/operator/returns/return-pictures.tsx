import { Card } from '#web/ui/layout/card.tsx';
import { operatorDownload } from '../session/operator-api.ts';
import { StoredFiles } from '../stored-files.tsx';
import type { OperatorReturn } from './return-outcomes.ts';

/** The pictures and documents of a return. */
export function ReturnPictures({ request: { id, files } }: { request: OperatorReturn }) {
  if (files.length === 0) return null;
  return (
    <Card title={files.length === 1 ? 'Picture' : `Pictures (${files.length})`}>
      <StoredFiles
        files={files}
        fetchFile={(file) => operatorDownload('GET /api/operator/returns/:id/files/:fileId', { params: { id, fileId: file.id } })}
      />
    </Card>
  );
}
