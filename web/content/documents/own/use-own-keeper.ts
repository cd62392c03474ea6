import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery, download, invalidateCalls } from '#web/app/api.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { paths } from '#web/app/paths.ts';
import { useOwnAudienceChoices } from '#web/content/publications/own-audience-choices.ts';
import type { DocumentKeeper } from '../keeping/document-keeper.ts';

export const ownDocumentQuery = (id: number) => apiQuery('GET /api/owndocuments/:id', { params: { id } });

/** How an administrator keeps the documents of their organisation. */
export function useOwnKeeper(): DocumentKeeper {
  const client = useQueryClient();
  const choices = useOwnAudienceChoices();
  const types = useQuery({ ...apiQuery('GET /api/documenttypes'), staleTime: 5 * 60_000 }).data?.documentTypes;
  return {
    choices,
    types,
    upload: async (file) => api('POST /api/owndocuments/files', await toMultipart(file)),
    add: (body, headers) => api('POST /api/owndocuments', { body, headers }),
    change: (id, body) => api('PUT /api/owndocuments/:id', { params: { id }, body }),
    addVersion: (id, body, headers) => api('POST /api/owndocuments/:id/versions', { params: { id }, body, headers }),
    remove: (id) => api('DELETE /api/owndocuments/:id', { params: { id } }),
    restore: (id) => api('POST /api/owndocuments/:id/restore', { params: { id } }),
    download: (id) => () => download('GET /api/owndocuments/download/:id', { params: { id } }),
    keep: async (document) => {
      if (document) client.setQueryData(ownDocumentQuery(document.id).queryKey, { document });
      await invalidateCalls(client, 'GET /api/owndocuments', 'GET /api/documents');
    },
    reload: async (id) => (await client.fetchQuery({ ...ownDocumentQuery(id), staleTime: 0 })).document.version,
    useProducts,
    listPath: paths.ownDocuments(),
    listTitle: 'Your documents',
    pathOf: paths.ownDocument,
  };
}

function useProducts(keyword: string, limit: number) {
  const { data } = useQuery({
    ...apiQuery('GET /api/productsorganisation', { query: { keyword, limit } }),
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });
  return data?.productOrganisations.map(({ productId, name, productName, sku }) => ({
    id: productId,
    name: name ?? productName,
    sku,
  }));
}
