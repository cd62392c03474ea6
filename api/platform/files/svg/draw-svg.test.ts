import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHostileSvgs } from '#api/testing/hostile-svgs.ts';
import { drawSvg } from './draw-svg.ts';
import { sanitiseSvg } from './sanitise-svg.rules.ts';
import { describeSvgFinding, type SvgReply } from './svg-findings.ts';

const draw = (content: string | Buffer, side = 200, maxMs = 6000): Promise<SvgReply> =>
  drawSvg({ content: Buffer.from(content as string), side }, 'test', maxMs);

describe('drawSvg', () => {
  let requests = 0;
  const server = createServer((socket) => {
    requests += 1;
    socket.destroy();
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it('draws or refuses hostile files as expected, in bounded time, and asks for nothing', async () => {
    const { port } = server.address() as AddressInfo;
    const files = makeHostileSvgs(`127.0.0.1:${port}`);
    const surprises: unknown[] = [];
    let slowest = { name: '', ms: 0 };
    for (const { name, content, becomes } of files) {
      const started = performance.now();
      const reply = await draw(content, 100, 400);
      const ms = performance.now() - started;
      if (ms > slowest.ms) slowest = { name, ms };
      const was = 'finding' in reply ? reply.finding.kind : 'drawn';
      if (!becomes.includes(was)) surprises.push({ name, becomes, was });
      if ('finding' in reply) expect(describeSvgFinding(reply.finding, 'logo.svg')).toMatch(/^“logo\.svg” .{10,}\.$/);
    }
    expect(surprises).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
    expect(slowest.ms, slowest.name).toBeLessThan(3000);
    expect(requests).toBe(0);
  });

  it('cuts off transparent margins and keeps the proportion', async () => {
    const drawn = await draw(
      '<svg viewBox="0 0 400 200"><style>.a{fill:#00f}</style><circle class="a" cx="100" cy="100" r="50"/></svg>',
      400,
    );
    if ('finding' in drawn) throw new Error(drawn.finding.kind);
    expect([drawn.width, drawn.height]).toEqual([100, 100]);
    const { data, info } = await sharp(Buffer.from(drawn.png)).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    const middle = (50 * 100 + 50) * 4;
    expect([...data.subarray(middle, middle + 4)]).toEqual([0, 0, 255, 255]);
  });

  it('draws the next file after one that was ended', async () => {
    const square = '<svg width="9" height="9"><rect width="9" height="9"/></svg>';
    expect(await draw(square, 2000, 1)).toEqual({ finding: { kind: 'too-long' } });
    expect(await draw(square)).toMatchObject({ width: 200, height: 200 });
  });
});

describe('sanitiseSvg', () => {
  const sanitise = (content: string) => sanitiseSvg(Buffer.from(content), 100);

  it('keeps what drawing programs write', () => {
    const written = sanitise(`<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://inkscape.example" viewBox="0 0 10 5" i:version="1">
        <i:namedview/><title>Logo</title>
        <defs><style>.st0{fill:url(#g);font-family:'Arial'}</style><linearGradient id="g" xlink:href="#h"/></defs>
        <g i:label="x" transform="scale(2)"><path class="st0" d="M0 0h5"/><use xlink:href="#a" style="fill-opacity:.5"/></g>
      </svg>`);
    expect(written).toEqual({
      width: 100,
      height: 50,
      svg:
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="50" viewBox="0 0 10 5">' +
        '<defs><style>.st0{fill:url(#g)}</style><linearGradient id="g" xlink:href="#h"></linearGradient></defs>' +
        '<g transform="scale(2)"><path class="st0" d="M0 0h5"></path><use xlink:href="#a" style="fill-opacity:.5"></use></g></svg>',
    });
  });

  it('reads sizes with units', () => {
    expect(sanitise('<svg width="20mm" height="1in"/>')).toMatchObject({ width: 79, height: 100 });
    expect(sanitise('<svg width="200" viewBox="0 0 50 100"/>')).toMatchObject({ width: 50, height: 100 });
    expect(sanitise('<svg width="1" height="20000"/>')).toMatchObject({ width: 1, height: 100 });
  });
});
