import { type RawBuilder, sql } from 'kysely';

/** The name of a line of this alias, as `nameLine` gives it. */
export const lineName = (line: string): RawBuilder<string> =>
  sql<string>`concat_ws(', ', ${sql.ref(`${line}.product_name`)}, nullif(${sql.ref(`${line}.description`)}, ''))`;
