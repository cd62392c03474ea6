/** The ways by which news may come, as the wire names them, and as people do. */
export const channels = [
  ['marketingByEmail', 'Email'],
  ['marketingByPhone', 'Phone'],
  ['marketingByPost', 'Post'],
  ['marketingByFax', 'Fax'],
] as const;

export type Channel = (typeof channels)[number][0];
