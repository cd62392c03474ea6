/** The ways by which news may come, as the wire names them, and as people do. */
export const marketingChannels = [
  ['marketingByEmail', 'Email'],
  ['marketingByPhone', 'Phone'],
  ['marketingByPost', 'Post'],
  ['marketingByFax', 'Fax'],
] as const;

export type MarketingChannel = (typeof marketingChannels)[number][0];
