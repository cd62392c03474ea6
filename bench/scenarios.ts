import { type BenchOrganisation, PASSWORD } from './bench-organisation.ts';
import type { Probe } from './measure.ts';
import type { ServerProcess } from './processes.ts';
import { type PerformanceTarget, requestsPerSecond, shareOfBaseline } from './report.ts';
import { type Buyer, type CartItem, checkOut, createBuyer, listSellableItems, startSessions } from './shopping.ts';

export interface LoadScenario {
  name: string;
  target: PerformanceTarget;
  probe: Probe;
}

interface ScenarioSetup {
  url: string;
  portal: ServerProcess;
  small: BenchOrganisation;
  large: BenchOrganisation;
}

const BUYERS = 8;
const KEYWORDS = [
  'polo',
  'stretch trousers',
  'softshell',
  'recycled fl',
  'bench-8000-17',
  'oxford shirt',
  'quilted',
  'machine wash',
  'apron',
  'park',
];

/** The scenarios in the order in which they run. All use sessions, except the log-in. */
export async function createScenarios({ url, portal, small, large }: ScenarioSetup): Promise<LoadScenario[]> {
  const { origin } = portal;
  const tokens = await startSessions(url, small, 24);
  const [largeToken = ''] = await startSessions(url, large, 1);
  const bearer = (token = '') => ({ authorization: `Bearer ${token}` });
  const pages = Array.from({ length: 20 }, (_, page) => `/api/products?page=${page}&limit=10`);
  const read = (paths: string[], token: string | undefined, headers: Record<string, string> = {}): Probe => ({
    origin,
    connections: 16,
    paths,
    headers: { ...bearer(token), ...headers },
  });
  const items = await listSellableItems(url, small);
  const buyers: Buyer[] = await Promise.all(tokens.slice(0, BUYERS).map((token) => createBuyer(origin, token)));
  const pick = (visitor: number, round: number, offset: number): CartItem => {
    const item = items[(visitor * 7919 + round * 31 + offset * 977) % items.length] as CartItem;
    return { ...item, quantity: 1 + (round % 3) };
  };

  const add = async (visitor: number, round: number): Promise<number> => {
    const { client } = buyers[visitor] as Buyer;
    // A cart of up to ten lines; the order scenario empties it.
    const { status, body } = await client.send<{ items: { id: number }[] }>('POST', '/api/shopping_cart_items/multiple', {
      items: [pick(visitor, round % 10, 0)],
    });
    if (status !== 200) throw new Error(`adding to the cart responded with ${status}: ${JSON.stringify(body)}`);
    return 1;
  };

  const order = async (visitor: number, round: number): Promise<number> => {
    const buyer = buyers[visitor] as Buyer;
    const lines = [pick(visitor, round, 0), pick(visitor, round, 1), pick(visitor, round, 2)];
    const filled = await buyer.client.send('POST', '/api/shopping_cart_items/multiple', { items: lines });
    await buyer.client.send('GET', '/api/shippingaddresses');
    const placed = await checkOut(buyer);
    if (filled.status !== 200 || placed.status !== 200)
      throw new Error(`the order responded with ${placed.status}: ${JSON.stringify(placed.body)}`);
    return 5;
  };

  const logIns = small.emails.slice(0, 60).map((email) => ({
    method: 'POST' as const,
    path: '/api/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username: email, password: PASSWORD }).toString(),
  }));

  return [
    { name: 'list of 10', target: shareOfBaseline(0.4, 60), probe: read(pages, tokens[20]) },
    { name: 'list of 10, 80,000 combinations', target: shareOfBaseline(0.4, 60), probe: read(pages, largeToken) },
    {
      name: 'keyword search',
      target: shareOfBaseline(0.2, 60),
      probe: read(
        KEYWORDS.map((keyword) => `/api/products?limit=10&keyword=${encodeURIComponent(keyword)}`),
        tokens[20],
      ),
    },
    {
      name: 'keyword search, 80,000 combinations',
      target: shareOfBaseline(0.05, 60),
      probe: read(
        KEYWORDS.map((keyword) => `/api/products?limit=10&keyword=${encodeURIComponent(keyword)}`),
        largeToken,
      ),
    },
    {
      name: 'product with 150 combinations',
      target: shareOfBaseline(0.4, 60),
      probe: read([`/api/products/${small.bigProductId}`], tokens[20], { 'accept-encoding': 'gzip, deflate, br' }),
    },
    { name: 'log in', target: requestsPerSecond(30), probe: { origin, connections: 4, requests: logIns } },
    { name: 'add to cart', target: requestsPerSecond(1000), probe: { origin, connections: BUYERS, runRound: add } },
    {
      name: 'complete order of 3 lines',
      target: requestsPerSecond(150),
      probe: { origin, connections: BUYERS, runRound: order },
    },
    {
      name: 'order list',
      target: shareOfBaseline(0.25, 60),
      probe: read(['/api/orders?page=0&limit=10', '/api/orders?page=1&limit=10'], tokens[0]),
    },
    {
      name: 'order list without sums',
      target: shareOfBaseline(0.25, 60),
      probe: read(['/api/orders?page=0&limit=10&totals=false', '/api/orders?page=1&limit=10&totals=false'], tokens[0]),
    },
  ];
}
