import { isDeepStrictEqual } from 'node:util';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { hasTooManyElements } from '#api/platform/html/reduce-html.rules.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { MAX_TOPIC_COPIES } from '#contract/content/topic-locations.ts';
import { MAX_TOPIC_BYTES } from '#contract/content/topics.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { listPicturesIn, sanitiseHtml } from '../html/sanitise-html.rules.ts';
import { writePublishedPictures } from '../pictures/published-pictures.queries.ts';
import { readAudienceNames } from '../publications/audiences.queries.ts';
import { toAuditSubject } from '../publications/audiences.rules.ts';
import { addPublication, changePublication, lockAllKept, lockKept, restoreKept } from '../publications/publications.actions.ts';
import { isOneOf, listPublications, markDeleted } from '../publications/publications.queries.ts';
import {
  assertPublicationNotStale,
  mergePublication,
  type Publication,
  type PublicationAudience,
} from '../publications/publications.rules.ts';
import { toKeptTopic, toListedTopic, toRecorded } from './topics.mapper.ts';
import {
  findFreeSystemName,
  findKeptTopics,
  findLastPlace,
  insertTopic,
  isSystemNameTaken,
  type KeptTopicRow,
  listKeptTopics,
  listRolesOf,
  placeTopics,
  updateTopic,
} from './topics.queries.ts';
import {
  EMPTY_TOPIC,
  explainAudience,
  explainMissing,
  mergeTopic,
  orderPlaces,
  type TopicValues,
  toAddressName,
} from './topics.rules.ts';

type Kept = ReplyOf<'GET /api/operator/topics/:id'>;
type Saved = ReplyOf<'POST /api/operator/topics'>;

/** A page of the topics that the operator sees. */
export async function readKeptTopics(
  db: Db,
  operator: OperatorScope,
  query: QueryOf<'GET /api/operator/topics'>,
): Promise<ReplyOf<'GET /api/operator/topics'>> {
  const { topics, totalCount } = await listKeptTopics(db, operator, query);
  return { topics: await describeTopics(db, operator, topics), totalCount };
}

async function readAudiences(db: Db | Tx, operator: OperatorScope, rows: readonly KeptTopicRow[]) {
  const ids = rows.map(({ id }) => id);
  const publications = await listPublications(db, 'topic', isOneOf(ids), { brandIds: operator.brandIds });
  return {
    publications: new Map(publications.map((publication) => [publication.id, publication])),
    names: await readAudienceNames(db, operator, publications),
  };
}

async function describeTopics(db: Db | Tx, operator: OperatorScope, rows: readonly KeptTopicRow[]) {
  const { publications, names } = await readAudiences(db, operator, rows);
  return rows.flatMap((row) => {
    const publication = publications.get(row.id);
    return publication ? [toListedTopic(row, publication, names)] : [];
  });
}

/** A topic that the operator sees. Throws 404. */
export async function readKeptTopic(db: Db | Tx, operator: OperatorScope, id: number): Promise<Kept> {
  const rows = await findKeptTopics(db, operator, [id]);
  const { publications, names } = await readAudiences(db, operator, rows);
  const [row, publication] = [rows[0], publications.get(id)];
  if (!row || !publication) throw notFound('topic');
  return { topic: toKeptTopic(row, publication, names) };
}

/** The text as it would be stored, and what of it would be left out. Throws 422 `body` for one that is too long. */
export function previewText(typed: string): ReplyOf<'POST /api/operator/topics/preview'> {
  if (hasTooManyElements(typed))
    throw invalid('body', 'The text has too much formatting to be read. Please paste it without formatting.');
  const { html, leftOut } = sanitiseHtml(typed);
  const bytes = Buffer.byteLength(html);
  if (bytes > MAX_TOPIC_BYTES)
    throw invalid(
      'body',
      `The text has ${Math.ceil(bytes / 1000)} KB. A topic can have ${MAX_TOPIC_BYTES / 1000} KB at most: please shorten it, or publish it as a document.`,
    );
  return { body: html, leftOut };
}

const readText = (typed: string | null | undefined) => {
  if (typed == null) return { body: typed, leftOut: [] };
  const { body, leftOut } = previewText(typed);
  return { body: body === '' ? null : body, leftOut };
};

const nameTaken = () => invalid('systemName', 'Another topic has this system name. Please choose another one.');

function refuse(problem: { field: string; message: string } | undefined): void {
  if (problem) throw invalid(problem.field, problem.message);
}

async function writePictures(tx: Tx, id: number, { body }: TopicValues): Promise<void> {
  const missing = await writePublishedPictures(tx, id, body === null ? [] : listPicturesIn(body));
  if (missing.length > 0)
    throw invalid('body', 'A picture in the text is not stored, or is no longer stored. Please remove it and upload it again.');
}

const record = (
  tx: Tx,
  operator: OperatorScope,
  publication: PublicationAudience & { id: number },
  event: { action: string; before?: JsonObject; after?: JsonObject; requestId: string },
) => recordOperatorAuditEvent(tx, operator, toAuditSubject(publication), { ...event, subjectId: String(publication.id) });

/** Writes a topic and its publication, and records it. Throws 422. */
async function insert(
  tx: Tx,
  operator: OperatorScope,
  {
    values,
    change,
    isNameTyped,
    copyOfId,
    requestId,
  }: {
    values: TopicValues;
    change: Parameters<typeof addPublication>[3];
    isNameTyped: boolean;
    copyOfId?: number;
    requestId: string;
  },
): Promise<Publication> {
  const displayOrder = change.displayOrder ?? (await findLastPlace(tx, values.portalLocation));
  const publication = await addPublication(tx, 'topic', { operator }, { ...change, displayOrder });
  refuse(explainAudience(values, publication));
  if (publication.isPublished) refuse(explainMissing(values));
  const systemName = isNameTyped ? values.systemName : await findFreeSystemName(tx, values.systemName);
  const topic = { ...values, systemName };
  if (!(await insertTopic(tx, publication.id, topic))) throw nameTaken();
  await writePictures(tx, publication.id, topic);
  const after = toRecorded(topic, publication);
  await record(tx, operator, publication, {
    action: 'topic.added',
    after: copyOfId === undefined ? after : { ...after, copyOfId },
    requestId,
  });
  return publication;
}

/** Adds a topic. Throws 422. */
export async function addTopic(
  tx: Tx,
  operator: OperatorScope,
  body: BodyOf<'POST /api/operator/topics'>,
  requestId: string,
): Promise<Saved> {
  const text = readText(body.body);
  const made = mergeTopic(EMPTY_TOPIC, body, text.body);
  const systemName = made.systemName || toAddressName(made.title ?? '') || made.portalLocation || 'topic';
  const { id } = await insert(tx, operator, {
    values: mergeTopic(EMPTY_TOPIC, { ...body, systemName }, text.body),
    change: body,
    isNameTyped: made.systemName !== '',
    requestId,
  });
  return { ...(await readKeptTopic(tx, operator, id)), leftOut: text.leftOut };
}

/** Changes a topic. Throws 403, 404, 409 and 422. */
export async function changeTopic(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { version, ...change }: BodyOf<'PUT /api/operator/topics/:id'>,
  requestId: string,
): Promise<Saved> {
  const publication = await lockKept(tx, 'topic', { operator }, id);
  const [row] = await findKeptTopics(tx, operator, [id]);
  if (!row) throw notFound('topic');
  const text = readText(change.body);
  const present = toValues(row);
  assertPublicationNotStale('topic', version, { ...present, ...publication }, change);
  const values = mergeTopic(present, change, text.body);
  const [before, after] = [toRecorded(present, publication), toRecorded(values, mergePublication(publication, change))];
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return { ...(await readKeptTopic(tx, operator, id)), leftOut: text.leftOut };
  const saved = await changePublication(tx, { operator }, publication, change);
  refuse(explainAudience(values, saved));
  if (saved.isPublished) refuse(explainMissing(values));
  if (changed.includes('systemName') && (await isSystemNameTaken(tx, values.systemName, id))) throw nameTaken();
  await updateTopic(tx, id, values);
  await writePictures(tx, id, values);
  const only = (recorded: JsonObject) => Object.fromEntries(changed.map((field) => [field, recorded[field] ?? null]));
  await record(tx, operator, saved, { action: 'topic.changed', before: only(before), after: only(after), requestId });
  return { ...(await readKeptTopic(tx, operator, id)), leftOut: text.leftOut };
}

const toValues = ({ systemName, title, body, seName, portalLocation, ...row }: KeptTopicRow): TopicValues => ({
  ...{ systemName, title, body, seName, portalLocation },
  includeInInformationMenu: row.includeInInformationMenu,
  isImportantNotice: portalLocation !== 'importantnotice' && row.isImportantNotice,
});

/** Deletes a topic, which can be put back. Throws 403 and 404. */
export async function deleteTopic(tx: Tx, operator: OperatorScope, id: number, requestId: string): Promise<void> {
  const publication = await lockKept(tx, 'topic', { operator }, id);
  await markDeleted(tx, id, true);
  await record(tx, operator, publication, { action: 'topic.deleted', requestId });
}

/** Puts a deleted topic back. Throws 403 and 404. */
export async function restoreTopic(tx: Tx, operator: OperatorScope, id: number, requestId: string): Promise<Kept> {
  const restored = await restoreKept(tx, 'topic', { operator }, id);
  if (restored) await record(tx, operator, restored, { action: 'topic.restored', requestId });
  return readKeptTopic(tx, operator, id);
}

/** Puts topics of a place in order. Throws 403, 404 and 422. */
export async function orderTopics(
  tx: Tx,
  operator: OperatorScope,
  { location = null, ids }: BodyOf<'PUT /api/operator/topics/order'>,
  requestId: string,
): Promise<ReplyOf<'PUT /api/operator/topics/order'>> {
  const publications = await lockAllKept(tx, 'topic', { operator }, ids);
  const rows = await findKeptTopics(tx, operator, ids, { withBody: false });
  if (rows.some(({ portalLocation }) => portalLocation !== location))
    throw invalid('ids', 'These are not topics of one place. Please reload the page.');
  const present = new Map(publications.map((publication) => [publication.id, publication.displayOrder]));
  const places = orderPlaces(ids, present);
  await placeTopics(tx, places);
  for (const publication of publications) {
    const [before, after] = [publication.displayOrder, places.get(publication.id) ?? publication.displayOrder];
    if (before === after) continue;
    const event = { action: 'topic.moved', before: { displayOrder: before }, after: { displayOrder: after }, requestId };
    await record(tx, operator, publication, event);
  }
  return { topics: await describeTopics(tx, operator, await findKeptTopics(tx, operator, ids, { withBody: false })) };
}

/** Adds a draft of a topic for each client and brand. Throws 404 and 422. */
export async function copyTopic(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { brandIds = [], organisationIds = [] }: BodyOf<'POST /api/operator/topics/:id/copies'>,
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/topics/:id/copies'>> {
  const [row] = await findKeptTopics(tx, operator, [id]);
  const [source] = await listPublications(tx, 'topic', isOneOf([id]));
  if (!row || !source) throw notFound('topic');
  const count = brandIds.length + organisationIds.length;
  if (count === 0 || count > MAX_TOPIC_COPIES)
    throw invalid('organisationIds', `Choose 1 to ${MAX_TOPIC_COPIES} clients and brands.`);
  const audiences = [
    ...brandIds.map((brandId) => ({ brandIds: [brandId], organisationIds: [], organisationId: null })),
    ...organisationIds.map((organisationId) => ({ brandIds: [], organisationIds: [organisationId], organisationId })),
  ];
  const added: number[] = [];
  for (const { organisationId, ...audience } of audiences) {
    const roleIds = await listRolesOf(tx, organisationId, source.roleIds);
    const { fromDate, untilDate, displayOrder } = source;
    const publication = await insert(tx, operator, {
      values: toValues(row),
      change: { ...audience, roleIds, fromDate, untilDate, displayOrder, isPublished: false },
      isNameTyped: false,
      copyOfId: id,
      requestId,
    });
    added.push(publication.id);
  }
  return { topics: await describeTopics(tx, operator, await findKeptTopics(tx, operator, added, { withBody: false })) };
}
