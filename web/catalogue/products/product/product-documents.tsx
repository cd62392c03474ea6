import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { describeFile } from '#web/app/documents/document-labels.ts';
import css from '#web/app/documents/documents.module.css';
import { DownloadDocument } from '#web/app/documents/download-document.tsx';
import { Validity } from '#web/app/documents/validity.tsx';
import { Card } from '#web/ui/layout/card.tsx';

/** The documents of a product on its page; nothing while there are none. */
export function ProductDocuments({ productId }: { productId: number }) {
  // Without them the page is as useful, so it waits for nothing and reports no error.
  const { data } = useQuery({
    ...apiQuery('GET /api/documents', { query: { productId, limit: 100 } }),
    staleTime: 60_000,
    retry: false,
  });
  if (!data || data.documents.length === 0) return null;
  return (
    <Card title="Documents">
      <ul className={css.list} aria-label="Documents of this product">
        {data.documents.map((document) => (
          <li key={document.id}>
            <span className={css.facts}>
              <strong>{document.name}</strong>
              <span className={css.small}>
                {document.documentType} · {describeFile(document)}
                {document.validUntil && (
                  <>
                    {!document.isExpired && ' · valid until '}
                    <Validity validUntil={document.validUntil} isExpired={document.isExpired} />
                  </>
                )}
              </span>
            </span>
            <DownloadDocument id={document.id} name={document.name} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
