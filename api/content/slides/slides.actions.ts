import { formatPictureAddress } from '#api/catalogue/pictures/product-picture.rules.ts';
import { storePicture } from '#api/catalogue/pictures/store-picture.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { FileStore, ScannedFile } from '#api/platform/files/file-store.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { MIN_SLIDE_WIDTH, SLIDE_RATIO } from '#contract/content/slides/slide-limits.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import type { KeptContent } from '../publications/content.queries.ts';
import { addContent, changeContent, type KeepContext } from '../publications/keep-content.actions.ts';
import { cleanText, NO_LINK, readLink } from '../publications/plain-text.rules.ts';
import { SLIDES, type SlideValues } from './slides.queries.ts';

type SlideInput = Pick<BodyOf<'PUT /api/operator/slides/:id'>, 'altText' | 'link' | 'src' | 'text'>;

/** Adds a slide. Throws 422. */
export async function addSlide(
  tx: Tx,
  context: KeepContext,
  { src, text, link, altText, ...audience }: BodyOf<'POST /api/operator/slides'>,
): Promise<KeptContent<SlideValues>> {
  const values = readValues({ src, text: text ?? null, link: link ?? null, altText });
  return addContent(tx, SLIDES, context, audience, { src, text: null, link: null, altText, ...values });
}

/** Changes a slide; what the request leaves out stays as it is. Throws 403, 404, 409 and 422. */
export async function changeSlide(
  tx: Tx,
  context: KeepContext,
  publicationId: number,
  { src, text, link, altText, ...change }: BodyOf<'PUT /api/operator/slides/:id'>,
): Promise<KeptContent<SlideValues>> {
  return changeContent(tx, SLIDES, context, publicationId, { ...change, ...readValues({ src, text, link, altText }) });
}

function readValues({ src, text, link, altText }: SlideInput): Partial<SlideValues> {
  const values: Partial<SlideValues> = {};
  if (src !== undefined) values.src = src;
  if (text !== undefined) values.text = text === null ? null : cleanText(text) || null;
  if (altText !== undefined) {
    values.altText = cleanText(altText);
    if (values.altText === '') throw invalid('altText', 'Say what the picture shows.');
  }
  if (link !== undefined) {
    const read = link === null ? null : readLink(link);
    if (read === undefined) throw invalid('link', NO_LINK);
    values.link = read;
  }
  return values;
}

/** Cuts a picture to the frame of the slider and stores it. Throws 422 `file` for a file that is no picture that can be used. */
export async function storeSlidePicture(
  dependencies: { db: Db; files: Pick<FileStore, 'write'> },
  operator: OperatorScope,
  { left = 0, top = 0, width = 1, height = 1 }: QueryOf<'POST /api/operator/slides/pictures'>,
  [file]: readonly ScannedFile[],
): Promise<ReplyOf<'POST /api/operator/slides/pictures'>> {
  if (!file) throw invalid('file', 'Please choose a picture.');
  const picture = await storePicture(
    { db: dependencies.db, blobs: dependencies.files },
    file,
    `${operator.kind} ${operator.id}`,
    { cut: { left, top, width, height, ratio: SLIDE_RATIO }, minWidth: MIN_SLIDE_WIDTH },
  );
  if ('problem' in picture) throw invalid('file', picture.problem);
  return { src: formatPictureAddress(picture.key) };
}
