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
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no such user' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 551, response: '551 not local' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 553, response: '553 mailbox name not allowed' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 552, response: '552 5.2.2 mailbox is full' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554-5.1.10 no\n554 5.1.10 mail' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 5.1.1 <bob@people.test> unknown' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.6.0 not to be converted' },
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
    // What the server says to every mail of ours: relaying, a block list, a quota, a pause, our own address.
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 <bob@people.test> refused' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 relaying denied' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.4.5 daily quota exceeded' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.8 sender is unknown' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 sending paused' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 message rejected' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 sending paused' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 552, response: '552 5.3.4 too big' },
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 },
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 5.1.8 sender is unknown' },
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
    // The mailbox of this recipient, or what it thinks of us.
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, null],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 denied' }, null],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552 }, null],
    [{ code: 'EMESSAGE' }, null],
    [{}, null],
  ])('knows whether the server is away: %o', (fields, outage) => {
    expect(toMailError(failure(fields))).toMatchObject({ outage });
  });

  it.each([
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ESOCKET', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'ECONNECTION', command: 'CONN', responseCode: 421 },
  ])('counts %o once the server had begun to get the message: it may have taken it', (fields) => {
    const error = toMailError(failure(fields), true);
    expect(error).toBeInstanceOf(MailDelayedError);
    expect(error).toMatchObject({ outage: null });
  });

  it.each([
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 454 }, false, true],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, false, true],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 sending suspended' }, true, true],
    // It may have taken the mail, or serves nobody.
    [{ code: 'ESOCKET', command: 'CONN' }, true, false],
    [{ code: 'ECONNECTION', command: 'CONN', responseCode: 421 }, true, false],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, true, false],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 454 }, false, false],
  ])('knows whether the server has refused the mail: %o', (fields, hasBegun, isRefusal) => {
    expect(toMailError(failure(fields), hasBegun)).toMatchObject({ isRefusal });
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
