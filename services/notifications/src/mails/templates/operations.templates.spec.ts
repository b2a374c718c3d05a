import { renderMail } from '../rendering/render-mail.js';
import { awayMail, type OutageFacts, overMail } from './operations.templates.js';

const moment = { now: new Date('2026-11-21T09:00:00.000Z'), publicUrl: 'https://contract.test' };
const outage = (dependency: string): OutageFacts => ({
  ...{ dependency, waiting: 2, services: ['transcription'], toldAt: moment.now },
  ...{ since: new Date('2026-11-21T08:50:00.000Z'), overAt: moment.now },
});

describe('what support is told of an outage', () => {
  it('says of a dependency that it does not answer', async () => {
    const [away, over] = [awayMail(outage('storage'), moment), overMail(outage('storage'), moment)];
    expect(away.subject).toBe('Outage: the object store has not answered for 10 minutes');
    expect((await renderMail(away)).text).toContain('the object store does not answer');
    expect(over.subject).toBe('Over: the object store answers again');
  });

  it('says of a disk that it is full, and when there is room again', async () => {
    const [away, over] = [awayMail(outage('disk'), moment), overMail(outage('disk'), moment)];
    expect(away.subject).toBe('Outage: a disk has been full for 10 minutes');
    expect(over.subject).toBe('Over: there is room on the disk again');
    const texts = await Promise.all([away, over].map(async (mail) => (await renderMail(mail)).text));
    for (const text of texts) {
      expect(text).toContain('room on the disk');
      expect(text).not.toMatch(/answer/);
    }
    expect(texts[0]).toMatch(/less than MIN_FREE_BYTES left no recording is taken/);
  });

  it.each([
    ['pdf-certificate', /has ended/, 'Over: PDFs are signed again'],
    ['pdf-certificate-ending', /less than 30 days/, 'Over: there is a new certificate for PDFs'],
  ])('says of a certificate (%s) what has to be done', async (dependency, says, over) => {
    const [away, after] = [awayMail(outage(dependency), moment), overMail(outage(dependency), moment)];
    expect(away.subject).toMatch(says);
    const { text } = await renderMail(away);
    expect(text).toMatch(says);
    expect(text).toContain('PDF_SIGNING_CERTIFICATES');
    expect(text).not.toMatch(/answer/);
    expect(after.subject).toBe(over);
    expect((await renderMail(after)).text).not.toMatch(/answer/);
  });

  it('says of rows that are missing that no recording is removed', async () => {
    const [away, over] = [awayMail(outage('missing-rows'), moment), overMail(outage('missing-rows'), moment)];
    expect(away.subject).toBe('Check now: most stored recordings have no rows in the database');
    const { text } = await renderMail(away);
    expect(text).toContain('No object is removed while this lasts');
    expect(text).not.toMatch(/answer/);
    expect(over.subject).toBe('Over: stored recordings have their rows again');
    expect((await renderMail(over)).text).not.toMatch(/answer/);
  });

  it('says of a speech engine that transcripts fail, and does not say that work waits for it', async () => {
    const away = awayMail(outage('speech'), moment);
    expect(away.subject).toBe('Outage: the speech engine has made no transcript for 10 minutes');
    const { text } = await renderMail(away);
    expect(text).toContain('owners are told that the transcript failed');
    expect(text).not.toContain('costs no attempt');
    expect((await renderMail(overMail(outage('speech'), moment))).text).not.toContain('Work that waited');
  });

  it('says of a clock that is ahead that nobody is paid meanwhile, and of time stamps that contracts are sealed', async () => {
    const clock = await renderMail(awayMail(outage('clock'), moment));
    expect(clock.text).toContain('no seller is paid');
    const stamps = await renderMail(awayMail(outage('timestamps'), moment));
    expect(stamps.text).toContain('Contracts are sealed all the same');
    expect(stamps.text).toContain('TIMESTAMP_AUTHORITY_URL');
    for (const dependency of ['clock', 'timestamps']) {
      const { text } = await renderMail(overMail(outage(dependency), moment));
      expect(`${text}${clock.text}${stamps.text}`).not.toMatch(/answer/);
    }
  });

  it('says of a mail server that refuses all mails where to look, and that none is lost', async () => {
    const [away, over] = [
      awayMail(outage('smtp-refusing'), moment),
      overMail(outage('smtp-refusing'), moment),
    ];
    expect(away.subject).toBe('Outage: the mail server refuses all mails');
    const { text } = await renderMail(away);
    expect(text).toContain('No mail is lost');
    expect(text).not.toMatch(/answer/);
    expect(over.subject).toBe('Over: the mail server takes mails again');
    expect((await renderMail(over)).text).not.toMatch(/answer/);
  });
});
