import { MailDelayedError, MailRefusedError, toMailError } from './mail-error.js';

const failure = (fields: object) => Object.assign(new Error('550 <bob@people.test> is unknown'), fields);

describe('toMailError', () => {
  it.each([
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550 5.1.1 <bob@people.test> unknown',
    },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 <bob@people.test> refused' },
    { code: 'EENVELOPE', command: 'API' },
  ])('refused for good: %o', (fields) => {
    expect(toMailError(failure(fields))).toBeInstanceOf(MailRefusedError);
  });

  it.each([
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 451,
      response: '451 4.7.1 Greylisted, bob@people.test',
    },
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 },
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 },
    { code: 'ECONNECTION', command: 'CONN', responseCode: 421 },
    { code: 'ESOCKET', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    {},
  ])('worth another try: %o', (fields) => {
    expect(toMailError(failure(fields))).toBeInstanceOf(MailDelayedError);
  });

  it.each([
    [{ code: 'ECONNECTION', command: 'CONN' }, 'smtp'],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'smtp'],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'smtp'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 }, 'smtp'],
    // The mailbox of this recipient; and a server that may have taken the mail before it went.
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, null],
    [{ code: 'ECONNECTION', command: 'DATA' }, null],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552 }, null],
    [{ code: 'EMESSAGE' }, null],
    [{}, null],
  ])('knows whether the server is away: %o', (fields, outage) => {
    expect(toMailError(failure(fields))).toMatchObject({ outage });
  });

  it('says which answer it was and never to whom', () => {
    const error = toMailError(
      failure({
        code: 'EENVELOPE',
        command: 'RCPT TO',
        responseCode: 550,
        response: '550 5.1.1 <bob@people.test> unknown',
      }),
    );
    expect(error.message).toBe('EENVELOPE RCPT TO 550 5.1.1');
    expect(error.cause).toBeUndefined();
  });
});
