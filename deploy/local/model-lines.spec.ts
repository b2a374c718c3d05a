import { modelLines } from './model-lines.js';

const nothing = { percent: null, detail: null, nextTryAt: null };
const health = (models: unknown) => [
  {
    ...{ name: 'transcription', status: 'up' as const },
    checks: [{ name: 'models', status: 'up' as const, detail: { models } }],
  },
];

describe('the speech models in `make status`', () => {
  it('say how they are, and why they are not there', () => {
    const lines = modelLines(
      health([
        { title: 'Ready', status: 'ready', ...nothing },
        { title: 'Coming', status: 'downloading', ...nothing, percent: 40 },
        {
          ...{ title: 'Away', status: 'waiting', ...nothing },
          ...{ detail: 'github.com: ENOTFOUND', nextTryAt: '2026-11-24T09:00:00.000Z' },
        },
        {
          title: 'Large',
          status: 'off',
          ...nothing,
          detail: 'it needs 2,500 MB of memory, there are 512 MB',
        },
        { title: 'Off', status: 'off', ...nothing },
      ]),
    );
    expect(lines).toEqual([
      '  Speech model Ready: ready',
      '  Speech model Coming: downloading, 40 %',
      '  Speech model Away: waiting, github.com: ENOTFOUND, next try at 2026-11-24T09:00:00.000Z',
      '  Speech model Large: off, it needs 2,500 MB of memory, there are 512 MB',
    ]);
  });

  it('say nothing where nobody knows', () => {
    expect([modelLines([]), modelLines(health(undefined))]).toEqual([[], []]);
  });
});
