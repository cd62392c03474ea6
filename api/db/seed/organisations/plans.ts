import { sheets } from '../catalogue/families.ts';
import { corvane } from './corvane.ts';
import { hallam } from './hallam.ts';
import { meridian } from './meridian.ts';
import type { OrganisationPlan } from './plan.ts';

const known = new Set([...sheets.values()].map(({ handle }) => handle));
const only = (handles: string[]) => handles.filter((handle) => known.has(handle));
const lists = <K extends PropertyKey>(all: Record<K, string[]>) =>
  Object.fromEntries(Object.entries<string[]>(all).map(([key, list]) => [key, only(list)])) as Record<K, string[]>;

/** Until every family of the catalogue is written, the ranges hold what there is. */
export const plans: OrganisationPlan[] = [meridian, hallam, corvane].map((plan) => ({
  ...plan,
  collections: plan.collections.map((collection) => ({ ...collection, products: only(collection.products) })),
  range: {
    ...plan.range,
    products: only(plan.range.products),
    featured: only(plan.range.featured),
    areas: lists(plan.range.areas),
    jobRoles: lists(plan.range.jobRoles),
    roles: Object.fromEntries(Object.entries(plan.range.roles).filter(([handle]) => known.has(handle))),
    own: Object.fromEntries(Object.entries(plan.range.own).filter(([handle]) => known.has(handle))),
  },
}));
