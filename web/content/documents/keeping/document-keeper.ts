import type { ReactNode } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { AudienceChoices, AudienceValues } from '#web/content/publications/audience.ts';
import type { FetchFile } from '#web/ui/buttons/use-download.ts';

type Own = ReplyOf<'GET /api/owndocuments/:id'>['document'];
type OfOperator = ReplyOf<'GET /api/operator/documents/:id'>['document'];

/** A document as those who keep it see it; only operators are told why they cannot change one. */
export type KeptDocument = Own & Partial<Pick<OfOperator, 'refusal' | 'isOwn'>>;
/** An uploaded file, which no document has yet. */
export type UploadedFile = ReplyOf<'POST /api/owndocuments/files'>['file'];
export type KeptProductChoice = KeptDocument['products'][number];
type Saved = Promise<{ document: KeptDocument }>;

/** How someone keeps documents: an operator of the supplier, or an administrator of an organisation. */
export interface DocumentKeeper {
  /** Whom they can choose as readers; undefined while that is loaded. */
  choices: AudienceChoices | undefined;
  types: readonly { id: number; name: string }[] | undefined;
  upload: (file: File) => Promise<{ file: UploadedFile }>;
  add: (body: BodyOf<'POST /api/operator/documents'>, headers: { 'Idempotency-Key': string }) => Saved;
  change: (id: number, body: BodyOf<'PUT /api/operator/documents/:id'>) => Saved;
  addVersion: (
    id: number,
    body: BodyOf<'POST /api/operator/documents/:id/versions'>,
    headers: { 'Idempotency-Key': string },
  ) => Saved;
  remove: (id: number) => Promise<unknown>;
  restore: (id: number) => Saved;
  download: (id: number) => FetchFile;
  /** Writes what was saved where it is read, and reads lists again. */
  keep: (document: KeptDocument | undefined) => Promise<void>;
  /** Reads a document anew. */
  reload: (id: number) => Promise<number | undefined>;
  /** Products whose name or SKU has these words, at most as many as `limit`; undefined until they are found. */
  useProducts: (searchTerm: string, limit: number) => readonly KeptProductChoice[] | undefined;
  /** How many people it would reach, for those who are told. */
  showReach?: (values: AudienceValues) => ReactNode;
  /** The list, and its title. */
  listPath: string;
  listTitle: string;
  pathOf: (id: number) => string;
}
