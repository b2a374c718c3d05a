import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { PageErrorsController, withoutSecrets } from './page-errors.controller.js';

const from = (ip: string) => ({ ip }) as FastifyRequest;
const failure = {
  page: '/record-voice-deal',
  message: 'TypeError: take is undefined',
  stack: 'at Review (/assets/record-voice-deal-Dx4kXJAl.js:1:2036)',
};

describe('what went wrong in a browser', () => {
  it('is in the log as an error', async () => {
    const lines: string[] = [];
    const errors = new PageErrorsController(pino({}, { write: (line) => lines.push(line) }));
    await errors.note(failure, from('203.0.113.1'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 50, msg: 'a page failed', ...failure },
    ]);
  });

  it('is noted twenty times an hour for each address', async () => {
    const errors = new PageErrorsController(pino({ level: 'silent' }));
    for (let i = 0; i < 20; i += 1) await errors.note(failure, from('203.0.113.2'));
    await expect(errors.note(failure, from('203.0.113.2'))).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    await expect(errors.note(failure, from('203.0.113.3'))).resolves.toBeUndefined();
  });

  it('is counted for a whole network of IPv6, which one person has', async () => {
    const errors = new PageErrorsController(pino({ level: 'silent' }));
    for (let i = 0; i < 20; i += 1) await errors.note(failure, from(`2001:db8:1:2::${i}`));
    await expect(errors.note(failure, from('2001:db8:1:2:ffff::1'))).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    await expect(errors.note(failure, from('2001:db8:1:3::1'))).resolves.toBeUndefined();
  });

  it.each([
    ['no user anna.weber@example.com here', 'no user …@… here'],
    ['at requestUserMediaStream', 'at requestUserMediaStream'],
    ['agreement 4207731958026614 is gone', 'agreement … is gone'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIi', 'Bearer ….eyJzdWIi'],
    [
      'at f (/assets/record-voice-deal-Dx4kXJAl.js:1:20)',
      'at f (/assets/record-voice-deal-Dx4kXJAl.js:1:20)',
    ],
  ])('is written down without what could be somebody’s: %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });
});
