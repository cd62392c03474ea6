import type { BodyOf } from '#contract/index.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import {
  type AudienceChoices,
  type AudienceValues,
  audienceLabels,
  EMPTY_AUDIENCE,
  findAudienceProblems,
  toAudienceInput,
  toAudienceValues,
} from '#web/content/publications/audience.ts';
import type { KeptDocument, KeptProductChoice, UploadedFile } from './document-keeper.ts';

/** A document as it is edited. Days are texts such as `2026-12-31`, empty for none. */
export interface DocumentValues extends AudienceValues {
  name: string;
  documentTypeId: string;
  description: string;
  products: KeptProductChoice[];
  validUntil: string;
  /** Only of a new document. */
  file: UploadedFile | null;
}

export const EMPTY_DOCUMENT: DocumentValues = {
  ...EMPTY_AUDIENCE,
  name: '',
  documentTypeId: '',
  description: '',
  products: [],
  validUntil: '',
  file: null,
};

/** Names of the fields, for edit conflicts. */
export const documentLabels: Record<keyof DocumentValues, string> = {
  ...audienceLabels,
  name: 'Name',
  documentTypeId: 'Type',
  description: 'Description',
  products: 'Products',
  validUntil: 'Valid until',
  file: 'File',
};

export const toDocumentValues = (document: KeptDocument): DocumentValues => ({
  ...toAudienceValues(document),
  name: document.name,
  documentTypeId: String(document.documentTypeId),
  description: document.description ?? '',
  products: [...document.products],
  validUntil: document.validUntil ?? '',
  file: null,
});

/** What is wrong with the values, by field. */
export function findDocumentProblems(values: DocumentValues, isNew: boolean, choices: AudienceChoices): FieldErrors {
  return {
    ...findAudienceProblems(values, choices),
    ...(values.name.trim() === '' && { name: 'Enter a name.' }),
    ...(values.documentTypeId === '' && { documentTypeId: 'Choose a type.' }),
    ...(isNew && !values.file && { file: 'Upload a file.' }),
  };
}

/** The body of a request that adds a document or changes it; an administrator's names no brands and clients. */
export function toDocumentInput(values: DocumentValues, { own }: AudienceChoices) {
  const { brandIds, organisationIds, ...audience } = toAudienceInput(values);
  return {
    ...audience,
    ...(own ? {} : { brandIds, organisationIds }),
    name: values.name,
    documentTypeId: Number(values.documentTypeId),
    description: values.description || null,
    productIds: values.products.map(({ id }) => id),
    validUntil: values.validUntil || null,
  } satisfies BodyOf<'PUT /api/operator/documents/:id'>;
}
