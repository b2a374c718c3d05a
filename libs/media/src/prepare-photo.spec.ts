import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { preparePhoto } from './prepare-photo.js';
import { MediaFixtures } from './test/media-fixtures.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

describe('preparePhoto', () => {
  let fixtures: MediaFixtures;
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } });

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
  });

  afterAll(async () => {
    await fixtures.remove();
  });

  it('turns a photo upright, makes it smaller and removes the place it was taken', async () => {
    const input = fixtures.path('phone.jpg');
    await picture(3000, 1000)
      .withExif({ IFD0: { Copyright: 'Anna Miller' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(input);
    const photo = await preparePhoto(input, fixtures.path('phone-out.jpg'));
    expect(photo).toMatchObject({ mime: 'image/jpeg', height: 2048 });
    expect(photo.width).toBeLessThan(photo.height);
    const metadata = await sharp(photo.path).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
    expect((await readFile(photo.path)).includes('Anna Miller')).toBe(false);
  });

  it.each(['png', 'webp', 'jpeg'] as const)('reads %s and never enlarges', async (format) => {
    const input = fixtures.path(`small.${format}`);
    await picture(40, 30).toFormat(format).toFile(input);
    expect(await preparePhoto(input, fixtures.path('small-out.jpg'))).toMatchObject({
      width: 40,
      height: 30,
    });
  });

  it('drops what is appended to a picture', async () => {
    const bytes = await picture(40, 30).jpeg().toBuffer();
    const input = await fixtures.write(
      'polyglot.jpg',
      Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]),
    );
    const photo = await preparePhoto(input, fixtures.path('polyglot-out.jpg'));
    expect((await readFile(photo.path)).includes('script')).toBe(false);
  });

  it('refuses more than 40 megapixels before decoding them', async () => {
    const input = fixtures.path('huge.png');
    await picture(8000, 5001).png().toFile(input);
    await expect(preparePhoto(input, fixtures.path('huge-out.jpg'))).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('refuses %s', async (_name, content) => {
    const input = await fixtures.write('refused.jpg', Buffer.from(content, 'latin1'));
    await expect(preparePhoto(input, fixtures.path('out.jpg'))).rejects.toMatchObject({ code: 'not_media' });
  });

  it('refuses a picture that breaks off', async () => {
    const input = fixtures.path('broken-source.jpg');
    await picture(400, 300).jpeg().toFile(input);
    await fixtures.cut('broken-source.jpg', 'broken.jpg', 0.5);
    await expect(preparePhoto(fixtures.path('broken.jpg'), fixtures.path('out.jpg'))).rejects.toMatchObject({
      code: 'corrupt',
    });
  });
});
