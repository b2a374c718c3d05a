import { jest } from '@jest/globals';
import { maxPhotoBytes } from '../payments/plans.gen';
import { fitInside, jpegName, preparePhoto } from './photo';

describe('the size of a photo that is sent', () => {
  it.each([
    [4032, 3024, 2000, 1500],
    [3024, 4032, 1500, 2000],
    [2000, 2000, 2000, 2000],
    [640, 480, 640, 480],
    [20_000, 3, 2000, 1],
  ])('of %d × %d pixels is %d × %d', (width, height, fitWidth, fitHeight) => {
    expect(fitInside({ width, height })).toEqual({ width: fitWidth, height: fitHeight });
  });
});

describe('the name of a photo that is sent', () => {
  it.each([
    ['IMG_0001.HEIC', 'IMG_0001.jpg'],
    ['two.dots.png', 'two.dots.jpg'],
    ['photo', 'photo.jpg'],
    ['.png', 'photo.jpg'],
  ])('"%s" is "%s"', (name, jpeg) => {
    expect(jpegName(name)).toBe(jpeg);
  });
});

describe('a chosen file', () => {
  const pen = { fillStyle: '', fillRect: jest.fn(), drawImage: jest.fn() };
  const canvas = { width: 0, height: 0, getContext: () => pen, toBlob: jest.fn() };
  const close = jest.fn();
  const decode = jest.fn<typeof createImageBitmap>();
  const isDrawn = (bytes: number) =>
    canvas.toBlob.mockImplementation(((done: BlobCallback) =>
      done(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }))) as never);

  beforeEach(() => {
    jest.clearAllMocks();
    Object.assign(globalThis, { createImageBitmap: decode, document: { createElement: () => canvas } });
    decode.mockResolvedValue({ width: 4032, height: 3024, close } as never);
    isDrawn(1000);
  });

  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('becomes a smaller, upright JPEG of its own', async () => {
    const heic = new File(['camera, place, time'], 'IMG_1.HEIC', { type: 'image/heic' });
    const sent = await preparePhoto(heic);
    expect(sent).toBeInstanceOf(File);
    expect(sent).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', size: 1000 });
    expect(decode).toHaveBeenCalledWith(heic, { imageOrientation: 'from-image' });
    expect(canvas).toMatchObject({ width: 2000, height: 1500 });
    expect(pen.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 2000, 1500);
    expect(close).toHaveBeenCalled();
  });

  it('is refused when it is no picture, cannot be read or stays too large', async () => {
    expect(await preparePhoto(new File(['x'], 'a.pdf', { type: 'application/pdf' }))).toBe('bad');
    decode.mockRejectedValueOnce(new Error('The source image could not be decoded.'));
    expect(await preparePhoto(new File(['x'], 'a.heic', { type: 'image/heic' }))).toBe('unreadable');
    isDrawn(maxPhotoBytes + 1);
    expect(await preparePhoto(new File(['x'], 'a.png', { type: 'image/png' }))).toBe('bad');
  });
});
