import { listAdministrators, type OperatorRecipient } from '#api/identity/operators/operator-team.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { EXPIRY_WARNING_DAYS } from '#contract/content/documents/document-limits.ts';
import { lockExpiringVersions, markExpiryReported } from './document-expiry.queries.ts';
import { documentExpiryMail, type ExpiringDocument } from './document-expiry-mails.ts';

/**
 * Tells the administrators of the brands concerned of the supplier's documents that expire within 30 days, once for each version; those for which there is no
 * administrator stay to be told. Returns how many mails were queued.
 */
export const reportExpiringDocuments = (db: Db, dependencies: MailDependencies, clock: Clock): Promise<number> =>
  runInTransaction(db, async (tx) => {
    const today = getLocalDay(clock.now(), 'UTC');
    const versions = await lockExpiringVersions(tx, addDaysTo(today, EXPIRY_WARNING_DAYS));
    const told = new Map<number, { recipient: OperatorRecipient; brandId: number; documents: Map<number, ExpiringDocument> }>();
    const brandIds = [...new Set(versions.flatMap((version) => version.brandIds))].toSorted((a, b) => a - b);
    for (const brandId of brandIds)
      for (const recipient of await listAdministrators(tx, [brandId])) {
        const mail = told.get(recipient.operatorId) ?? { recipient, brandId, documents: new Map() };
        for (const version of versions) if (version.brandIds.includes(brandId)) mail.documents.set(version.id, version);
        told.set(recipient.operatorId, mail);
      }
    for (const { recipient, brandId, documents } of told.values())
      await enqueueMail(tx, dependencies, documentExpiryMail, {
        organisationId: null,
        brandId,
        recipient: recipient.email,
        data: {
          name: recipient.name,
          today,
          documents: [...documents.values()].map(({ name, documentType, validUntil }) => ({ name, documentType, validUntil })),
        },
      });
    await markExpiryReported(tx, [...new Set([...told.values()].flatMap(({ documents }) => [...documents.keys()]))]);
    return told.size;
  });
