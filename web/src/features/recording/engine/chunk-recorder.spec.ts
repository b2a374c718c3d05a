import { bitrateFor, fileNameFor, MIME_ORDER, pickMime } from './chunk-recorder';

describe('pickMime', () => {
  it('asks in order and takes the first that is supported', () => {
    const asked: string[] = [];
    const picked = pickMime((mime) => {
      asked.push(mime);
      return mime === 'audio/webm;codecs=opus';
    });
    expect(picked).toBe('audio/webm;codecs=opus');
    expect(asked).toEqual(['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus']);
  });

  it('prefers AAC in MP4', () => {
    expect(pickMime(() => true)).toBe(MIME_ORDER[0]);
  });

  it('lets the browser choose when nothing is supported', () => {
    expect(pickMime(() => false)).toBeUndefined();
  });
});

describe('bitrateFor', () => {
  it('gives AAC more than Opus', () => {
    expect(MIME_ORDER.map(bitrateFor)).toEqual([64_000, 48_000, 48_000, 48_000]);
    expect(bitrateFor(undefined)).toBe(48_000);
  });
});

describe('fileNameFor', () => {
  it.each([
    ['audio/mp4;codecs=opus', 'recording.m4a'],
    ['audio/webm;codecs=opus', 'recording.webm'],
    ['Audio/WebM', 'recording.webm'],
    ['audio/ogg', 'recording.ogg'],
    ['', 'recording.bin'],
  ])('%s is named %s', (mime, name) => {
    expect(fileNameFor(mime)).toBe(name);
  });
});
