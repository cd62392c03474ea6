import type { FastifyInstance } from 'fastify';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { isOrganisationAdmin } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { type CartDependencies, readCart } from '../cart/cart.actions.ts';
import { totalCartLines } from '../cart/cart.rules.ts';
import { listCharges, totalCharges } from '../cart/charges.rules.ts';
import { planCardPart, toLinesOfParts } from '../payment-parts/payment-parts.rules.ts';
import { changeBilling } from './billing.actions.ts';
import {
  type Billing,
  type BillingDetails,
  findBilling,
  listBilling,
  listOrganisationNames,
  readCreditTerms,
} from './credit.queries.ts';
import { explainCreditRefusal, getShownCredit } from './credit.rules.ts';

const toAmount = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

const toTerms = ({
  creditLimitMinor,
  openMinor,
  creditHold,
  invoiceMode,
  invoiceEmail,
  paymentTermDays,
  currencyCode,
}: Billing) => ({
  creditLimit: toAmount(creditLimitMinor),
  openAmount: toMajorUnits(openMinor),
  creditHold,
  invoiceMode,
  invoiceEmail,
  paymentTermDays,
  currencyCode,
});

const toBilling = (details: BillingDetails) => ({
  ...toTerms(details),
  organisationName: details.organisationName,
  brandPaymentTermDays: details.brandPaymentTermDays,
  unpaidInvoices: toMajorUnits(details.unpaidMinor),
  overdueInvoices: toMajorUnits(details.overdueMinor),
  unusedCredit: toMajorUnits(details.unusedMinor),
  notInvoiced: toMajorUnits(details.openMinor - details.unpaidMinor + details.unusedMinor),
  fileBytes: details.fileBytes,
  fileQuotaBytes: details.fileQuotaBytes,
});

/** Registers the calls about credit limit and credit hold. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & CartDependencies,
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/credit', async ({ context: { effective } }) => {
    const [terms, lines] = await Promise.all([readCreditTerms(db, effective), readCart(db, dependencies, effective)]);
    const { goodsMinor, taxMinor } = totalCartLines(lines);
    const { chargesMinor, chargesTaxMinor } = totalCharges(listCharges(lines));
    const cartMinor = goodsMinor + taxMinor + chargesMinor + chargesTaxMinor;
    // What the person pays themselves is not on account.
    const card = planCardPart(toLinesOfParts(lines), cartMinor, {
      isOrganisationByCard: false,
      currencyCode: effective.currencyCode,
    });
    const accountMinor = cartMinor - (card?.amountMinor ?? 0);
    return {
      credit: {
        limit: isOrganisationAdmin(effective) ? toAmount(terms.limitMinor) : null,
        remaining: toAmount(getShownCredit(terms, effective)),
        refusal: card?.isAll ? null : (explainCreditRefusal(terms, accountMinor, effective) ?? null),
        currencyCode: effective.currencyCode,
      },
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/organisations', async ({ query, operator }) => {
    const { rows, count } = await listBilling(db, operator, query);
    return {
      organisations: rows.map(({ id, name, brandId, companyName, ...terms }) => ({
        id,
        name,
        brandId,
        companyName,
        ...toTerms(terms),
      })),
      totalCount: count,
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/choices', async ({ operator, query }) => {
    const { rows, count } = await listOrganisationNames(db, operator, query);
    return { organisations: rows, totalCount: count };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/:id/credit', async ({ params, operator }) => {
    const billing = await findBilling(db, operator, params.id);
    if (!billing) throw notFound('organisation');
    return { billing: toBilling(billing) };
  });

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/organisations/:id/credit',
    async ({ params, body, operator, request }) => ({
      billing: toBilling(await runInTransaction(db, (tx) => changeBilling(tx, operator, params.id, body, request.id))),
    }),
  );
}
