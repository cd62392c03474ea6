import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { TestClient, TestServer } from './portal.ts';

export interface Upload {
  name: string;
  content: Buffer;
  /** The media type that the client states. */
  type?: string;
  /** Field of the form; `file` unless given. */
  field?: string;
}

const BOUNDARY = '----livery-test';

/** The body of a form with these fields and files, with their names as they are. */
export const multipart = (files: readonly Upload[], fields: Readonly<Record<string, string>> = {}): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ name, content, type = 'application/octet-stream', field = 'file' }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export type ReturnFile = ReplyOf<'POST /api/returnfile'>['files'][number];

/** Uploads files for a return, or by another call, `url`. `body` replaces the form. */
export async function uploadReturnFiles(
  { app }: Pick<TestServer, 'app'>,
  client: Pick<TestClient, 'headers'>,
  files: readonly Upload[],
  {
    body = multipart(files),
    type = MULTIPART_TYPE,
    url = '/api/returnfile',
  }: { body?: Buffer; type?: string; url?: string } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { ...client.headers, 'content-type': type },
    payload: body,
  });
  const json = response.json() as { files?: ReturnFile[]; errors?: Record<string, string[]> };
  return { status: response.statusCode, headers: response.headers, files: json.files ?? [], errors: json.errors ?? {} };
}

/** Downloads a file of a return with its bytes. */
export const downloadReturnFile = ({ app }: Pick<TestServer, 'app'>, client: Pick<TestClient, 'headers'>, id: number | string) =>
  app.inject({ method: 'GET', url: `/api/returnfile/${id}`, headers: client.headers });

/** A data folder for the tests of one file, deleted after the last. */
export function useDataFolder(): { path: string; listFiles(): Promise<string[]> } {
  const path = mkdtempSync(join(tmpdir(), 'livery-files-'));
  afterAll(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    listFiles: async () => {
      const found = await readdir(path, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
  };
}

/** A picture of random colours. */
export const aPicture = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'jpeg', width = 60, height = 40) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 200, g: 30, b: 60 },
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .toFormat(format)
    .toBuffer();

/** A small whole PDF. */
export const aPdf = (content = 'A page') =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n% ${content}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  );
