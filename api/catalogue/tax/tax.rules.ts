import { addDaysTo } from '#api/platform/local-day.ts';
import type { RatedTaxClass } from '#contract/catalogue/tax/tax-classes.ts';
import type { ReplyOf } from '#contract/index.ts';

/** A rate of tax as a fraction, with its days; `endsOn` is the first day on which it no longer applies. */
export interface TaxRateRow {
  id: number;
  countryCode: string;
  countryName: string;
  taxClass: RatedTaxClass;
  rate: number;
  startsOn: string;
  endsOn: string | null;
  /** Number of organisations of other brands that pay by the rates of the country. */
  foreignOrganisations: number;
}

/** A client with the rate that it pays, as fractions. */
export interface TaxedOrganisationRow {
  id: number;
  name: string;
  countryCode: string | null;
  ownRate: number;
  rate: number;
}

type Settings = ReplyOf<'GET /api/operator/tax'>['taxSettings'];

const toPercent = (rate: number) => Math.round(rate * 10_000) / 100;

/** Why an operator cannot change the rates of a country; null when they can. */
export const explainTaxRefusal = (foreignOrganisations: number): string | null =>
  foreignOrganisations === 0
    ? null
    : 'Clients of brands that you do not work for pay by the rates of this country too. An operator of all these brands can change them.';

/** Whether a rate is to come, applies on a day, or does so no longer. */
function toState(rate: TaxRateRow, rates: readonly TaxRateRow[], today: string): Settings['rates'][number]['state'] {
  const applies = ({ startsOn, endsOn }: TaxRateRow) => startsOn <= today && (endsOn === null || endsOn > today);
  if (rate.startsOn > today) return 'coming';
  const isFollowed = rates.some(
    (other) =>
      other.countryCode === rate.countryCode &&
      other.taxClass === rate.taxClass &&
      other.startsOn > rate.startsOn &&
      applies(other),
  );
  return applies(rate) && !isFollowed ? 'current' : 'past';
}

/** Tax rates and clients as operators see them. */
export const toTaxSettings = (
  rates: readonly TaxRateRow[],
  organisations: readonly TaxedOrganisationRow[],
  countries: Settings['countries'],
  today: string,
): Settings => ({
  rates: rates.map((rate) => ({
    id: rate.id,
    countryCode: rate.countryCode,
    countryName: rate.countryName,
    taxClass: rate.taxClass,
    percent: toPercent(rate.rate),
    startsOn: rate.startsOn,
    lastOn: rate.endsOn === null ? null : addDaysTo(rate.endsOn, -1),
    state: toState(rate, rates, today),
    refusal:
      rate.startsOn <= today ? 'It has begun. Add another rate to change it.' : explainTaxRefusal(rate.foreignOrganisations),
  })),
  organisations: organisations.map(({ id, name, countryCode, ownRate, rate }) => ({
    ...{ id, name, countryCode, ownPercent: toPercent(ownRate), percent: toPercent(rate) },
  })),
  countries,
  today,
});
