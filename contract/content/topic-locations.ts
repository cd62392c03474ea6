/** Where topics are shown. */
export const TOPIC_LOCATIONS = [
  'home',
  'login',
  'importantnotice',
  'cart',
  'checkout',
  'orderconfirmation',
  'footer',
  'help',
] as const;
/** A place where topics are shown. */
export type TopicLocation = (typeof TOPIC_LOCATIONS)[number];

/** Clients and brands that a topic is copied to at once. */
export const MAX_TOPIC_COPIES = 50;
