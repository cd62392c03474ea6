/** The areas of the server, from high to low; each uses only those after it. docs/decisions/022 says where the order comes from. */
export const AREAS = [
  'operator',
  'integrations',
  'content',
  'privacy',
  'search',
  'ordering',
  'people',
  'sizing',
  'entitlement',
  'catalogue',
  'organisation',
  'identity',
  'platform',
] as const;

export type Area = (typeof AREAS)[number];

/** The area of a file below `api/`, by its path such as `api/ordering/orders/order-values.sql`; undefined for one of no area. */
export function findArea(path: string): Area | undefined {
  return AREAS.find((area) => path.startsWith(`api/${area}/`));
}
