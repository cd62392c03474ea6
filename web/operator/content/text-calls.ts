import { toMultipart } from '#web/app/multipart.ts';
import { operatorApi } from '../session/operator-api.ts';

async function uploadPicture(picture: File): Promise<string> {
  const { results } = await operatorApi('POST /api/operator/content/pictures', await toMultipart(picture));
  const [result] = results;
  if (!result?.src) throw new Error(result?.problem ?? 'The picture could not be stored. Please try again.');
  return result.src;
}

async function cleanHtml(html: string): Promise<{ html: string; leftOut: readonly string[] }> {
  const { body, leftOut } = await operatorApi('POST /api/operator/topics/preview', { body: { body: html } });
  return { html: body, leftOut };
}

/** What a rich text of an operator asks the server for: storing pictures, and cleaning what was pasted. */
export const operatorTextCalls = { uploadPicture, cleanHtml };
