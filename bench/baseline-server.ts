/** The baselines of `npm run bench`: Fastify alone, and Fastify with one indexed select of ten rows. */
import Fastify from 'fastify';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
const row = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, price: { type: 'integer' } },
} as const;

app.get('/bare', { schema: { response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } } } } } }, async () => ({
  ok: true,
}));
app.get<{ Params: { group: number } }>(
  '/select/:group',
  {
    schema: {
      params: { type: 'object', properties: { group: { type: 'integer' } } },
      response: { 200: { type: 'object', properties: { rows: { type: 'array', items: row } } } },
    },
  },
  async ({ params }) => {
    const { rows } = await pool.query({
      name: 'baseline',
      text: 'select id, name, price from bench_baseline where group_id = $1 order by id limit 10',
      values: [params.group],
    });
    return { rows };
  },
);

await pool.query(
  `create table if not exists bench_baseline (id int primary key, group_id int not null, name text not null, price int not null)`,
);
await pool.query(
  `insert into bench_baseline select n, n / 20, 'Garment number ' || n, n % 5000 from generate_series(1, 20000) n on conflict do nothing`,
);
await pool.query('create index if not exists bench_baseline_group on bench_baseline (group_id, id)');
await pool.query('analyze bench_baseline');
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
process.on('message', () => process.exit(0));
