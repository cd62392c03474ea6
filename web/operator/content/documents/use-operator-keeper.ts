import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { toMultipart } from '#web/app/multipart.ts';
import type { DocumentKeeper } from '#web/content/documents/keeping/document-keeper.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorDownload, operatorQuery } from '../../session/operator-api.ts';
import { useAudienceChoices } from '../audience-choices.ts';
import { Reach } from '../reach.tsx';

export const keptDocumentQuery = (id: number) => operatorQuery('GET /api/operator/documents/:id', { params: { id } });

export const documentTypesQuery = { ...operatorQuery('GET /api/operator/documenttypes'), staleTime: 5 * 60_000 };

/** How an operator keeps documents. */
export function useOperatorKeeper(): DocumentKeeper {
  const client = useQueryClient();
  const choices = useAudienceChoices().data;
  const types = useQuery(documentTypesQuery).data?.documentTypes;
  return {
    choices,
    types,
    upload: async (file) => operatorApi('POST /api/operator/documents/files', await toMultipart(file)),
    add: (body, headers) => operatorApi('POST /api/operator/documents', { body, headers }),
    change: (id, body) => operatorApi('PUT /api/operator/documents/:id', { params: { id }, body }),
    addVersion: (id, body, headers) =>
      operatorApi('POST /api/operator/documents/:id/versions', { params: { id }, body, headers }),
    remove: (id) => operatorApi('DELETE /api/operator/documents/:id', { params: { id } }),
    restore: (id) => operatorApi('POST /api/operator/documents/:id/restore', { params: { id } }),
    download: (id) => () => operatorDownload('GET /api/operator/documents/download/:id', { params: { id } }),
    keep: async (document) => {
      // It is a whole reply: only an administrator's lacks what operators are told.
      if (document) client.setQueryData(keptDocumentQuery(document.id).queryKey, { document } as never);
      await invalidateOperatorCalls(client, 'GET /api/operator/documents');
    },
    reload: async (id) => (await client.fetchQuery({ ...keptDocumentQuery(id), staleTime: 0 })).document.version,
    useProducts,
    showReach: (values) => createElement(Reach, { values }),
    listPath: operatorPaths.documents,
    listTitle: 'Documents',
    pathOf: operatorPaths.document,
  };
}

function useProducts(searchTerm: string, limit: number) {
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/products', { query: { searchTerm, limit } }),
    placeholderData: keepPreviousData,
    enabled: searchTerm !== '',
  });
  return data?.products.map(({ id, name, sku }) => ({ id, name, sku }));
}
