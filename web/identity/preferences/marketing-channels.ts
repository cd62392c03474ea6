/** The marketing channels: field of the API and label. */
export const marketingChannels = [
  ['marketingByEmail', 'Email'],
  ['marketingByPhone', 'Phone'],
  ['marketingByPost', 'Post'],
  ['marketingByFax', 'Fax'],
] as const;

/** Field of the API for consent to one channel. */
export type MarketingChannel = (typeof marketingChannels)[number][0];
