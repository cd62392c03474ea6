import { getLocalDay } from '#api/platform/local-day.ts';
import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import { QUOTE_STATUSES } from '#contract/ordering/quotes/quote-states.ts';
import type { DocumentTask } from '../../documents/document-renderers.ts';
import type { QuoteDocumentLine } from '../../documents/quote-document.ts';
import type { QuoteItemRecord, QuoteRecord } from '../quote-record.ts';
import type { Letterhead } from './quote-pdf.queries.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `1`, `2`, and for the alternatives to line 2 `2a`, `2b`; by the ids of the lines. */
function numberLines(items: readonly QuoteItemRecord[]): Map<number, string> {
  const places = new Map<number, string>();
  const heads = items.filter(({ alternativeToId }) => alternativeToId === null);
  for (const [index, head] of heads.entries()) {
    places.set(head.id, String(index + 1));
    for (const [order, { id }] of items.filter(({ alternativeToId }) => alternativeToId === head.id).entries())
      places.set(id, `${index + 1}${LETTERS[order] ?? `.${order + 1}`}`);
  }
  return places;
}

/** The lines of which the document is: with an answer, those that it says nothing to are not offered. */
function toLines({ items, shown }: QuoteRecord, pricesVisible: boolean): QuoteDocumentLine[] {
  const places = numberLines(items);
  return items.map(({ id, alternativeToId, requested, answered, designs }) => {
    const { name, attributeDescription, sku, quantity } = answered ?? requested;
    const isOffered = shown === null ? null : (answered?.isOffered ?? false);
    const isPriced = pricesVisible && isOffered === true && answered !== null;
    return {
      place: places.get(id) ?? '',
      alternativeTo: alternativeToId === null ? null : (places.get(alternativeToId) ?? null),
      ...{ name, attributeDescription, sku, quantity, isOffered },
      designs: designs.map((design) => describeDesign(design)),
      unitMinor: isPriced ? answered.unitPriceMinor : null,
      setupMinor: isPriced ? answered.setupMinor : null,
      leadTimeDays: isOffered ? (answered?.leadTimeDays ?? null) : null,
      comments: requested.comments,
      answer: answered?.answer ?? null,
    };
  });
}

/** A quote as PDF, as its customer sees it; without amounts for people who see no prices. */
export function toQuotePdf(
  quote: QuoteRecord,
  { brandName, companyName, legalName, legalAddress }: Letterhead,
  { pricesVisible }: { pricesVisible: boolean },
): DocumentTask {
  const { shown, customer, items, timeZone } = quote;
  const isAnswered = shown !== null && shown.sentAt !== null;
  const localDay = (moment: Date) => getLocalDay(moment.getTime(), timeZone);
  return {
    kind: 'quote',
    content: [
      { brand: { name: brandName, companyName }, createdAt: shown?.sentAt ?? quote.createdAt },
      {
        number: quote.quoteNumber,
        title: quote.title,
        version: shown?.version ?? 0,
        status: QUOTE_STATUSES.find(({ id }) => id === quote.stateId)?.label ?? '',
        requestedOn: localDay(quote.createdAt),
        answeredOn: shown?.sentAt ? localDay(shown.sentAt) : null,
        requiredOn: quote.requiredByOn,
        validUntilOn: shown?.validUntilOn ?? null,
        seller: { name: legalName ?? companyName, address: legalAddress },
        personName: `${customer.firstName} ${customer.lastName}`,
        organisationName: quote.organisationName,
        currencyCode: quote.currencyCode,
        description: quote.description,
        notes: shown?.notes ?? null,
        terms: shown?.terms ?? null,
        lines: toLines(quote, pricesVisible),
        totals:
          isAnswered && pricesVisible
            ? {
                totalMinor: shown.totalMinor,
                setupMinor: items.reduce(
                  (sum, { answered, alternativeToId }) =>
                    sum + (answered?.isOffered && alternativeToId === null ? answered.setupMinor : 0),
                  0,
                ),
              }
            : null,
      },
    ],
  };
}
