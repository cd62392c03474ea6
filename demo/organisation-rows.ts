import { addDays, type Calendar, formatIsoDate } from './calendar.ts';
import type { Row } from './insert.ts';
import type { AllocationType, Collection, OrganisationPlan } from './organisations/plan.ts';
import { wardrobes as wardrobePlans } from './organisations/wardrobes.ts';

export interface SeasonRow extends Row {
  id: number;
  starts_on: string;
  ends_on: string;
  ordering_opens_on: string;
  ordering_closes_on: string;
}

function approvalRuleRows({ id, approval }: OrganisationPlan): Row[] {
  if (approval === 'never') return [];
  const rule = approval === 'always' ? { kind: 'always' } : { kind: 'above_amount', amount_minor: approval.aboveMinor };
  return [{ organisation_id: id, amount_minor: null, ...rule }];
}

/** Rows of an organisation's structure, in an order in which they can be inserted. */
export function organisationRows(plan: OrganisationPlan, calendar: Calendar): [table: string, rows: Row[]][] {
  const own = { organisation_id: plan.id };
  const listed = <T extends { id: number; name: string }>(list: T[], more: (item: T) => Row = () => ({})) =>
    list.map((item, index) => ({ id: item.id, ...own, name: item.name, display_order: index + 1, ...more(item) }));
  return [
    [
      'organisation',
      [
        {
          id: plan.id,
          brand_id: plan.brandId,
          name: plan.name,
          host: plan.host,
          created_at: calendar.at(-1100, 600),
          ...plan.settings,
        },
      ],
    ],
    ['organisation_group', listed(plan.groups)],
    ['approval_rule', approvalRuleRows(plan)],
    ['resort', listed(plan.resorts)],
    [
      'department',
      plan.resorts.flatMap((resort) =>
        resort.departments.map((name, index) => ({
          id: resort.id * 10 + index + 1,
          ...own,
          resort_id: resort.id,
          name,
          display_order: index + 1,
        })),
      ),
    ],
    ['business_area', listed(plan.areas)],
    ['job_role', listed(plan.jobRoles, ({ areaId }) => ({ business_area_id: areaId }))],
    ['season', seasonRows(plan, calendar)],
    ['collection', collectionRows(plan)],
    [
      'shipping_option',
      plan.shippingOptions.map((option, index) => ({
        ...own,
        name: option.name,
        description: option.description,
        rate_minor: option.rate,
        free_from_minor: option.freeFrom ?? null,
        transit_days: option.days,
        kind: option.collect ? 'collected' : 'sent',
        cut_off: option.cutOff ?? null,
        collect_from: option.collect?.from ?? null,
        opening_hours: option.collect?.openingHours ?? null,
        country_ids: [],
        role_ids: [...(option.roles ?? [])],
        is_default: index === 0,
        display_order: index + 1,
        active: true,
      })),
    ],
    [
      'payment_option',
      [
        {
          ...own,
          system_name: 'Payments.OnAccount',
          name: 'On account',
          description: 'Invoiced to the organisation at the end of the month, payable within 30 days',
          fee_minor: 0,
          role_ids: [],
          for_organisation: true,
          for_own_part: false,
          display_order: 1,
          active: true,
        },
        ...(plan.card
          ? [
              {
                ...own,
                system_name: 'Payments.Card',
                name: 'Card',
                description: 'Paid at once, on the page of our payment provider',
                fee_minor: 0,
                role_ids: [...plan.card.roles],
                for_organisation: true,
                for_own_part: true,
                display_order: 2,
                active: true,
              },
            ]
          : []),
      ],
    ],
  ];
}

/** Days before a season in which its ordering window opens, and that of the season before closes. */
const OPENS_BEFORE = 21;

/** How many days ago the current season started, and how long a season is. */
const STARTED_DAYS_AGO = 145;
const SEASON_DAYS = 365;

/**
 * Seasons of a year. The current one started almost five months ago; the previous one covers the rest of the order history. They start a fixed number
 * of days from today, not with a month: orders depend on the season they were placed in, so that the demonstration is the same on every day.
 */
export function seasonRows(plan: OrganisationPlan, calendar: Calendar): SeasonRow[] {
  const seasons = plan.seasonIds.map((id, index) => {
    const start = calendar.at((index - 1) * SEASON_DAYS - STARTED_DAYS_AGO);
    const end = addDays(start, SEASON_DAYS - 1);
    const year = start.getUTCFullYear();
    return {
      id,
      organisation_id: plan.id,
      name: `${plan.seasonName} ${year}/${String(end.getUTCFullYear()).slice(2)}`,
      starts_on: formatIsoDate(start),
      ends_on: formatIsoDate(end),
      ordering_opens_on: formatIsoDate(addDays(start, -OPENS_BEFORE)),
      ordering_closes_on: formatIsoDate(addDays(end, -OPENS_BEFORE)),
      is_current: index === 1,
    };
  });
  return [...seasons, ...closedSeasonRows(plan, calendar)];
}

function closedSeasonRows({ id, closedSeason }: OrganisationPlan, calendar: Calendar): SeasonRow[] {
  if (!closedSeason) return [];
  return [
    {
      id: closedSeason.id,
      organisation_id: id,
      name: closedSeason.name,
      starts_on: calendar.date(-40),
      ends_on: calendar.date(140),
      ordering_opens_on: calendar.date(-70),
      ordering_closes_on: calendar.date(-10),
      is_current: false,
    },
  ];
}

/** Most wardrobes have no season of their own, so that they grant in every season of their wearers. */
const seasonOf = ({ closedSeason }: OrganisationPlan, collectionId: number) =>
  closedSeason?.collectionId === collectionId ? closedSeason.id : null;

/** The children's ids are the parent's × 10 + 1, 2, … */
function collectionRows(plan: OrganisationPlan): Row[] {
  const budgetOf = ({ id }: Collection, type: AllocationType) =>
    plan.allocationTypes.includes(type) ? (wardrobePlans[id]?.budget ?? null) : null;
  const parents = plan.collections.map((collection, index) => ({
    id: collection.id,
    organisation_id: plan.id,
    parent_collection_id: null,
    organisation_group_id: collection.groupId ?? null,
    season_id: seasonOf(plan, collection.id),
    name: collection.name,
    description: collection.description,
    beyond: plan.beyond,
    budget_points: budgetOf(collection, 30),
    budget_minor: budgetOf(collection, 40),
    display_order: index + 1,
  }));
  const children = plan.collections.flatMap((collection, index) => {
    const names = collection.children === 'cut' ? ['men’s cut', 'women’s cut'] : collection.children;
    return names.map((name, place) => ({
      ...parents[index],
      id: collection.id * 10 + place + 1,
      season_id: seasonOf(plan, collection.id * 10 + place + 1),
      parent_collection_id: collection.id,
      name: `${collection.name}, ${name}`,
      description: null,
      display_order: place + 1,
    }));
  });
  return [...parents, ...children];
}
