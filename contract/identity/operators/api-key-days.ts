/** For how many days an API key is accepted unless its creator says otherwise. This file has no schemas, so that pages can load it. */
export const API_KEY_DEFAULT_DAYS = 90;
/** For how many days an API key can be accepted at most, from when it is created or extended. */
export const API_KEY_MAX_DAYS = 365;
