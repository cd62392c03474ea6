import { describe, expect, it } from 'vitest';
import { contract } from '#contract/index.ts';
import { DEFAULT_CONNECTION_LIMITS } from './connection-limits.ts';
import { compileSerializer } from './serializers.ts';
import { createHttpServer } from './server.ts';

const route = { method: 'GET', url: '/' };

describe('a serializer', () => {
  it('is compiled when it is first used, once for all servers', () => {
    let reads = 0;
    const schema = {
      type: 'object',
      get properties() {
        reads += 1;
        return { id: { type: 'integer' } };
      },
    };
    const ofOneServer = compileSerializer({ schema, ...route });
    expect(reads).toBe(0);

    expect(ofOneServer({ id: 1, secret: 'x' })).toBe('{"id":1}');
    const readsOfOne = reads;
    expect(readsOfOne).toBeGreaterThan(0);
    expect(compileSerializer({ schema, ...route })({ id: 2 })).toBe('{"id":2}');
    expect(reads).toBe(readsOfOne);
  });

  it('is compiled like this by every server', async () => {
    const app = createHttpServer({ connectionLimits: DEFAULT_CONNECTION_LIMITS, logLevel: 'silent', trustedProxies: [] });
    expect(app.serializerCompiler).toBe(compileSerializer);
    await app.close();
  });

  it('belongs to its schema, also where the route is the same', () => {
    const compileFor = (name: string) =>
      compileSerializer({ schema: { type: 'object', properties: { [name]: { type: 'string' } } }, ...route });
    const value = { title: 'Tabard', body: 'Navy' };
    expect([compileFor('title')(value), compileFor('body')(value)]).toEqual(['{"title":"Tabard"}', '{"body":"Navy"}']);
  });

  it('can be compiled for every reply of the contract', () => {
    // A value that is no reply: only what the schema itself makes the compiler throw matters.
    const cannotCompile = Object.entries(contract).flatMap(([call, { reply }]) => {
      try {
        compileSerializer({ schema: reply, ...route })(undefined);
      } catch (error) {
        if (/schema/i.test((error as Error).message)) return [`${call}: ${(error as Error).message}`];
      }
      return [];
    });
    expect(cannotCompile).toEqual([]);
  });
});
