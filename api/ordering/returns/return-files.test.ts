import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_PDFS } from '#api/testing/hostile-pdfs.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import {
  aPdf,
  aPicture,
  downloadReturnFile,
  MULTIPART_TYPE,
  multipart,
  type Upload,
  uploadReturnFiles,
  useDataFolder,
} from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
let wearer: TestClient;
let jpeg: Buffer;

beforeAll(async () => {
  wearer = await portal.as('staff@meridian.example');
  jpeg = await aPicture();
});

const upload = (...files: Upload[]) => uploadReturnFiles(portal, wearer, files);
const uploadOne = async (file: Upload) => {
  const { status, files, errors } = await upload(file);
  if (status !== 200) throw new Error(`The file was refused: ${JSON.stringify(errors)}`);
  return files[0] as (typeof files)[number];
};
const download = (id: number, client = wearer) => downloadReturnFile(portal, client, id);
const countRows = async () =>
  (await sql<{ count: number }>`select count(*) from stored_file`.execute(portal.db)).rows[0]?.count ?? 0;

/** Runs the upload, which must be refused, and checks that nothing is left of it. */
async function expectRefusal(files: Upload[], status: number, message: string | RegExp) {
  const before = { rows: await countRows(), files: (await folder.listFiles()).length };
  const refused = await uploadReturnFiles(portal, wearer, files);
  expect(refused).toMatchObject({ status, errors: { file: [expect.stringMatching(message)] } });
  expect({ rows: await countRows(), files: (await folder.listFiles()).length }).toEqual(before);
}

const exif = (latitude: string) => ({
  IFD0: { Make: 'Camera', ImageDescription: '<script>alert(1)</script>' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: latitude },
});

describe('POST /api/returnfile', () => {
  it('stores pictures and documents in the order of the upload, and GET /api/returnfile/{id} returns them', async () => {
    const { status, files } = await upload(
      { name: 'Sleeve.JPG', content: jpeg, type: 'image/jpeg' },
      { name: 'b.png', content: await aPicture('png') },
      { name: 'c.webp', content: await aPicture('webp') },
      { name: 'd.pdf', content: aPdf() },
    );

    expect(status).toBe(200);
    expect(files.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['Sleeve.jpg', 'image/jpeg'],
      ['b.png', 'image/png'],
      ['c.webp', 'image/webp'],
      ['d.pdf', 'application/pdf'],
    ]);
    for (const { id, contentType, sizeBytes } of files) {
      const response = await download(id);
      expect([response.statusCode, response.headers['content-type'], response.rawPayload.length]).toEqual([
        200,
        contentType,
        sizeBytes,
      ]);
    }
    expect((await download(files[3]?.id ?? 0)).rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('keeps what it stores under random names', async () => {
    await uploadOne({ name: 'shirt.pdf', content: aPdf() });

    const paths = (await folder.listFiles()).map((path) => path.slice(folder.path.length));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !/^\/files\/files\/([0-9a-f]{2})\/\1[0-9a-f]{6}-[0-9a-f-]{27}$/.test(path))).toEqual([]);
  });

  it('removes all metadata of pictures, among them where they were taken, and turns them upright', async () => {
    const content = await sharp(await aPicture('jpeg', 60, 40))
      .withMetadata({ orientation: 6, exif: exif('51/1 30/1 0/1'), icc: 'p3' })
      .toBuffer();
    expect((await sharp(content).metadata()).exif).toBeDefined();

    const { id } = await uploadOne({ name: 'photo.jpg', content });

    const stored = (await download(id)).rawPayload;
    expect(await sharp(stored).metadata()).toMatchObject({ width: 40, height: 60 });
    const { exif: leftExif, icc, xmp, iptc } = await sharp(stored).metadata();
    expect([leftExif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(stored.includes('script')).toBe(false);
  });

  it('reduces pictures to 2,000 pixels', async () => {
    const { id } = await uploadOne({ name: 'wide.jpg', content: await aPicture('jpeg', 3000, 300) });

    expect(await sharp((await download(id)).rawPayload).metadata()).toMatchObject({ width: 2000, height: 200 });
  });

  it('tells the type by the content: an extension of another accepted type is corrected, and the stated type ignored', async () => {
    const { filename, contentType } = await uploadOne({
      name: 'photo.jpg',
      content: await aPicture('webp'),
      type: 'text/html',
    });

    expect([filename, contentType]).toEqual(['photo.jpg.webp', 'image/webp']);
  });

  it.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['..\\..\\windows\\system32\\shell.jpg', 'shell.jpg'],
    ['/etc/cron.d/photo.jpg', 'photo.jpg'],
    ['..%2f..%2fphoto.jpg', '%2f..%2fphoto.jpg'],
    ['shell.php.jpg', 'shell.php.jpg'],
    ['.htaccess', 'htaccess.jpg'],
    ['CON.jpg', '_CON.jpg'],
    ['Report 12.3.2026', 'Report 12.3.2026.jpg'],
    ['a\u0000b.jpg', 'a b.jpg'],
    ['photo%0D%0ASet-Cookie: a=b.jpg', 'photo Set-Cookie_ a=b.jpg'],
    ['evil\u202egpj.jpg', 'evil gpj.jpg'],
    ['<img src=x onerror=alert(1)>.jpg', '_img src=x onerror=alert(1)_.jpg'],
    ['Ärmel – 袖子 👕.jpg', 'Ärmel – 袖子 👕.jpg'],
  ])('stores %s under the name %s, which is part of no path', async (name, expected) => {
    const { id, filename } = await uploadOne({ name, content: jpeg });
    expect(filename).toBe(expected);

    const { headers } = await download(id);

    expect(headers['x-filename']).toMatch(/^[\w%.~!-]+$/);
    expect(decodeURIComponent(String(headers['x-filename']))).toBe(expected);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w%.~!-]+$/);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is not confused by line breaks in headers of parts', async () => {
    const { status } = await upload({ name: 'a.jpg"\r\nX-Injected: yes\r\nContent-Type: text/html; x="', content: jpeg });

    expect(status).toBe(200);
  });
});

const page = Buffer.from('<html><script>alert(document.domain)</script></html>');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

describe('what is no accepted file is refused, and nothing of it is kept', () => {
  const KINDS = /is not a JPEG, PNG or WebP picture or PDF\.$/;
  const DAMAGED = /cannot be read\. It may be damaged/;

  it.each<[string, Buffer, RegExp]>([
    ['page.jpg', page, KINDS],
    ['drawing.svg', Buffer.from(SVG), KINDS],
    ['drawing.png', Buffer.from(`<?xml version="1.0"?>${SVG}`), KINDS],
    ['both.gif', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//;', 'latin1'), KINDS],
    ['program.exe', Buffer.from('MZ\x90\0'), KINDS],
    ['archive.pdf', Buffer.from('PK\x03\x04%PDF-1.4\n%%EOF', 'latin1'), KINDS],
    ['late.pdf', Buffer.concat([page, aPdf()]), KINDS],
    ['appended.pdf', Buffer.concat([aPdf(), page]), DAMAGED],
    ['cut.pdf', aPdf().subarray(0, 80), DAMAGED],
    ['script.pdf', HOSTILE_PDFS['a script when it opens']?.[0] as Buffer, /contains a script\. Please print it to a new PDF/],
    ['photo.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1', 'latin1'), /HEIC format.*Please save it as JPEG/],
    ['short.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), DAMAGED],
  ])('%s', async (name, content, message) => {
    await expectRefusal([{ name, content, type: 'image/jpeg' }], 415, message);
  });

  it.each(['photo.php', 'photo.html', 'photo.svg', 'photo.jpg.exe'])('a picture called %s', (name) =>
    expectRefusal([{ name, content: jpeg }], 415, KINDS),
  );

  it('truncated pictures', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await aPicture(format, 400, 300);
      await expectRefusal([{ name: `a.${format}`, content: whole.subarray(0, whole.length / 2) }], 415, DAMAGED);
    }
  });

  it('pictures of formats that could be read', async () => {
    for (const format of ['gif', 'avif', 'tiff'] as const)
      await expectRefusal([{ name: 'a.jpg', content: await aPicture(format) }], 415, KINDS);
  });

  it('empty files, and forms without one', async () => {
    await expectRefusal([{ name: 'a.jpg', content: Buffer.alloc(0) }], 422, '“a.jpg” is empty.');
    await expectRefusal([{ name: '', content: Buffer.alloc(0) }], 422, 'Please choose a file.');
    await expectRefusal([{ name: 'a.jpg', content: jpeg, field: 'picture' }], 422, 'Please choose a file.');
    await expectRefusal([], 422, 'Please choose a file.');
  });

  it('more than 10 files, and all files when one of them is refused', async () => {
    const file = { name: 'a.pdf', content: aPdf() };
    await expectRefusal(Array(11).fill(file), 422, 'Upload at most 10 files at a time.');
    await expectRefusal([file, { name: 'b.jpg', content: page }], 415, KINDS);
  });

  it('files of more than 10 MB', async () => {
    const padded = (size: number) => {
      const pdf = aPdf();
      return Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(size - pdf.length, ' '), pdf.subarray(9)]);
    };
    await expectRefusal([{ name: 'a.pdf', content: padded(10_000_001) }], 413, '“a.pdf” is larger than 10 MB.');
    await uploadOne({ name: 'a.pdf', content: padded(10_000_000) });
  });

  it('requests that are no form, or end too early', async () => {
    const send = (body: Buffer, type: string) => uploadReturnFiles(portal, wearer, [], { body, type });
    expect(await send(Buffer.from('{}'), 'application/json')).toMatchObject({ status: 415 });
    expect(await send(jpeg, 'multipart/form-data')).toMatchObject({ status: 400 });
    expect(await send(jpeg, MULTIPART_TYPE)).toMatchObject({ status: 400 });
    const form = multipart([{ name: 'a.jpg', content: jpeg }]);
    expect(await send(form.subarray(0, form.length - 30), MULTIPART_TYPE)).toMatchObject({ status: 400 });
    expect((await folder.listFiles()).filter((path) => path.includes('upload-'))).toEqual([]);
  });
});

/** A PNG of one colour: its few bytes unpack to as many pixels as are given. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8 + content.length);
    frame.writeUInt32BE(data.length);
    content.copy(frame, 4);
    frame.writeUInt32BE(crc32(content), 4 + content.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((1 + Math.ceil(width / 8)) * height, 10_000_000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('decompression bombs', () => {
  it.each([
    [30_000, 30_000],
    [65_000, 800],
    [2_000_000_000, 1],
  ])('of %i × %i pixels are refused by their header', async (width, height) => {
    const bomb = [{ name: 'bomb.png', content: pngBomb(width, height) }];
    const taken = await measureProcessorMs(() => expectRefusal(bomb, width * height > 1e9 ? 415 : 422, /pixels|cannot be read/));
    expect(taken).toBeLessThan(2000);
  });
});

describe('a file that is a picture and something else', () => {
  it('is only a picture when it is stored', async () => {
    const withPage = Buffer.concat([jpeg, page]);
    const { id } = await uploadOne({ name: 'a.jpg', content: withPage });

    expect((await download(id)).rawPayload.includes('<script>')).toBe(false);
  });
});

describe('GET /api/returnfile/:id', () => {
  it('sends files that a browser only saves, and that can do nothing when it opens them', async () => {
    const { id } = await uploadOne({ name: 'a.pdf', content: aPdf('/JavaScript (app.alert(1))') });

    expect((await download(id)).headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('finds only files of the person', async () => {
    const { id } = await uploadOne({ name: 'a.pdf', content: aPdf() });
    const others = [await portal.as('admin@meridian.example'), await portal.as('staff@hallam.example')];

    for (const other of others) expect((await download(id, other)).statusCode).toBe(404);
    expect((await download(id)).statusCode).toBe(200);
  });

  it('does not find files whose 24 hours are over', async () => {
    const { id } = await uploadOne({ name: 'a.pdf', content: aPdf() });
    await sql`update stored_file set expires_at = now() - interval '1 second' where id = ${id}`.execute(portal.db);

    expect((await download(id)).statusCode).toBe(404);
  });

  it.each(['..%2f..%2fetc%2fpasswd', '..%5c..%5cetc%5cpasswd', '%2e%2e', '%00', '0', '-1', '9'.repeat(290)])(
    'does not find %.30s',
    async (id) => {
      expect([400, 404]).toContain((await downloadReturnFile(portal, wearer, id)).statusCode);
    },
  );
});
