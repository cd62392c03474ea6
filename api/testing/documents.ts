import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';
import { aPdf, MULTIPART_TYPE, multipart, type Upload } from './uploads.ts';

type DocumentFile = ReplyOf<'POST /api/operator/documents/files'>['file'];
export type KeptTestDocument = ReplyOf<'GET /api/operator/documents/:id'>['document'];

/** The calls with which a client keeps documents. */
const pathOf = (client: Pick<TestClient, 'headers'> | Pick<TestOperatorClient, 'headers'>) =>
  'customerId' in client ? '/api/owndocuments' : '/api/operator/documents';

/** Uploads a file for a document, as an operator or an administrator. */
export async function uploadDocument(
  { app }: Pick<TestServer, 'app'>,
  client: Pick<TestOperatorClient, 'headers'>,
  upload: Upload = { name: 'a.pdf', content: aPdf() },
) {
  const response = await app.inject({
    method: 'POST',
    url: `${pathOf(client)}/files`,
    headers: { ...client.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart([upload]),
  });
  const json = response.json() as { file: DocumentFile; errors?: Record<string, string[]> };
  return { status: response.statusCode, file: json.file, error: json.errors?.file?.[0] };
}

/** Adds a published document for everyone at Meridian, or at the organisation of an administrator. */
export async function addTestDocument(
  portal: Pick<TestServer, 'app'>,
  client: TestOperatorClient | TestClient,
  change: Partial<BodyOf<'POST /api/operator/documents'>> = {},
  upload?: Upload,
): Promise<KeptTestDocument> {
  const { file } = await uploadDocument(portal, client, upload);
  const audience = 'customerId' in client ? {} : { organisationIds: [1] };
  const body = { name: 'Gloves', documentTypeId: 1, fileId: file.id, isPublished: true, ...audience, ...change };
  const added = await client.post<'POST /api/operator/documents'>(pathOf(client), body);
  if (added.status !== 200) throw new Error(JSON.stringify(added.errors));
  return added.body.document;
}

/** Adds a version with another file. */
export async function addTestVersion(
  portal: Pick<TestServer, 'app'>,
  client: TestOperatorClient,
  id: number,
  upload: Upload,
  change: object = {},
): Promise<KeptTestDocument> {
  const { file } = await uploadDocument(portal, client, upload);
  const added = await client.post<'POST /api/operator/documents/:id/versions'>(`${pathOf(client)}/${id}/versions`, {
    fileId: file.id,
    ...change,
  });
  if (added.status !== 200) throw new Error(JSON.stringify(added.errors));
  return added.body.document;
}

/** Downloads with the bytes of the file. */
export const downloadDocument = ({ app }: Pick<TestServer, 'app'>, client: Pick<TestClient, 'headers'>, id: number) =>
  app.inject({ url: `/api/documents/download/${id}`, headers: client.headers });
