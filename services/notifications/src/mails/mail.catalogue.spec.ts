import { type JobStatus, jobStatuses, type Language, type MailedEscrowChange } from '#contracts';
import { englishWordsIn } from '#testing';
import { accountSamples } from '../../test/account-samples.js';
import { endingSamples } from '../../test/ending-samples.js';
import { escrowSamples } from '../../test/escrow-samples.js';
import { agreementFacts, escrowFacts, jobFacts, userFacts } from '../../test/facts.fixture.js';
import { expectGolden, visible } from '../../test/golden.js';
import { invitationSamples } from '../../test/invitation-samples.js';
import { allFacts, type MailSample, sampleContext } from '../../test/mail-samples.js';
import { moneySamples } from '../../test/money-samples.js';
import { operationsSamples } from '../../test/operations-samples.js';
import type { AgreementFacts, EscrowFacts } from '../facts/facts.module.js';
import { mailCatalogue, mailsFor, mailTemplates } from './mail.catalogue.js';
import type { MailKind } from './mail.kind.js';
import { offeredLanguages } from './recipients.js';
import { renderMail } from './rendering/render-mail.js';
import { wordings } from './texts/wording.js';

const samples = [
  ...invitationSamples,
  ...moneySamples,
  ...escrowSamples,
  ...endingSamples,
  ...accountSamples,
  ...operationsSamples,
];
const hostile = `Eve"><img src=x onerror=alert(1)><script>alert(2)</script>\r\nBcc: victim@people.test\u202e`;

const kindOf = ({ template }: MailSample): MailKind => mailCatalogue[template];
const render = (sample: MailSample, language: Language = 'en') =>
  renderMail(kindOf(sample).content(sampleContext(sample, language)));

/** The same value with everything in it that strangers wrote replaced. */
function poisoned<T>(value: T, key = ''): T {
  const words =
    /^(name|username|message|text|reason|device|cancelNote|description|administrator|issueType|speaker|problem|decision|refundNote)$/;
  if (typeof value === 'string') return (words.test(key) ? hostile : value) as T;
  if (value === null || typeof value !== 'object' || key === 'answer') return value;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, name)])) as T;
}

/** The same value with everything in it replaced that somebody could type freely; parties are named by who asks them. */
function typed<T>(value: T, key = ''): T {
  const words = /^(username|message|reason|device|cancelNote|title|text)$/;
  if (typeof value === 'string') return (words.test(key) ? 'Cheap watches' : value) as T;
  if (value === null || typeof value !== 'object' || key === 'answer' || key === 'transcript') return value;
  if (Array.isArray(value)) return value.map((item) => typed(item, key)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, typed(item, name)])) as T;
}

/** Their readers may be strangers whose address somebody typed. */
const unconfirmed =
  /^(?:account-|address-|password-|email-|ticket-(?:received|answered)|saved|payment-requested|invitation|reminder|link-again|code|cancelled-b$|objected-b|access-ending-b|content-deleted-access-ended)/;

const files = ({ attachments }: { attachments: { content: string | Buffer }[] }) =>
  attachments.map(({ content }) => String(content));

describe('every mail', () => {
  it('has a sample', () => {
    const known = new Set(['proof', ...samples.map(({ template }) => template)]);
    expect(known).toEqual(new Set(mailTemplates));
  });

  it.each(samples.map((sample) => [sample.name, sample] as const))('%s', async (name, sample) => {
    const mail = await render(sample);
    expect(mail.subject).toBe(sample.subject);
    for (const part of [visible(mail.html), mail.text]) {
      for (const fact of [...sample.says, 'Why you got this']) expect(part).toContain(fact);
      for (const fact of sample.saysNot ?? []) expect(part).not.toContain(fact);
    }
    const buttons = [...mail.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*background-color/g)];
    expect(buttons.map(([, url]) => url?.replaceAll('&amp;', '&'))).toEqual([sample.button]);
    expect(mail.text).toContain(`:\n${sample.button}\n`);
    expect(visible(mail.html) + mail.text).not.toMatch(/null|undefined|NaN|Invalid|\[object|!/);
    expectGolden(`${name}.txt`, mail.text);
    const [, preview = ''] = /data-skip-in-text="true"[^>]*>([^<]+)/.exec(mail.html) ?? [];
    expect(preview).not.toBe('');
    // What is too long for a list of mails ends with a whole word.
    if (preview.length > 140) expect(preview).toMatch(/[.?!…]$/);
  });

  it.each(
    samples
      .filter(({ recipient }) => recipient !== 'support')
      .map((sample) => [sample.name, sample] as const),
  )('%s, in Spanish', async (name, sample) => {
    const mail = await render(sample, 'es');
    expect(mail.subject).not.toBe(sample.subject);
    expect(mail.html).toContain('<html dir="ltr" lang="es">');
    for (const part of [mail.subject, visible(mail.html), mail.text, ...files(mail)]) {
      expect(englishWordsIn(part)).toEqual([]);
    }
    const buttons = [...mail.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*background-color/g)];
    expect(buttons.map(([, url]) => url?.replaceAll('&amp;', '&'))).toEqual([sample.button]);
    expect(visible(mail.html) + mail.text).not.toMatch(/null|undefined|NaN|Invalid|\[object|!/);
    expectGolden(`es/${name}.txt`, mail.text);
  });

  it.each(samples.map((sample) => [sample.name, sample] as const))(
    '%s shows hostile words as text',
    async (_name, sample) => {
      const facts = poisoned({ ...allFacts, ...sample.facts });
      const mail = await render({ ...sample, facts });
      expect(mail.html).not.toMatch(/<script|<img/);
      expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
      expect(mail.text).not.toMatch(/\u202e|^Bcc:/m);
      for (const { content } of mail.attachments) expect(content).not.toMatch(/\u202e|\0/);
      const { name } = kindOf(sample).to(sampleContext({ ...sample, facts }));
      expect(name).not.toMatch(/[\r\n\u202e]/);
    },
  );
});

it.each(samples.filter(({ name }) => unconfirmed.test(name)).map((sample) => [sample.name, sample] as const))(
  '%s brings nobody the words that a stranger typed',
  async (_name, sample) => {
    const facts = typed({ ...allFacts, ...sample.facts });
    if (facts.ticket) facts.ticket.name = 'Cheap watches';
    if (facts.agreement)
      facts.agreement.consents = facts.agreement.consents.filter(
        ({ party }) => party === 'a' || /^objected/.test(sample.name),
      );
    const mail = await render({ ...sample, facts });
    const { name } = kindOf(sample).to(sampleContext({ ...sample, facts }));
    expect([name, mail.subject, mail.text, mail.html].join(' ')).not.toContain('Cheap watches');
  },
);

it('a contract that is not paid is cancelled without the words of whoever recorded it', async () => {
  const sample = samples.find(({ name }) => name === 'cancelled-a') as MailSample;
  const written = async (paidAt: string | null) => {
    const agreement = { ...agreementFacts, ...sample.facts?.agreement, paidAt, cancelNote: 'Cheap watches' };
    return (await render({ ...sample, facts: { ...sample.facts, agreement } })).text;
  };
  expect(await written(agreementFacts.paidAt)).toContain('Cheap watches');
  expect(await written(null)).not.toContain('Cheap watches');
});

it.each(['content-deleted-unpaid', 'admin-acted'])(
  '%s leads to the list when the contract is nobody’s',
  async (name) => {
    const sample = samples.find((known) => known.name === name) as MailSample;
    const agreement = { ...agreementFacts, ...sample.facts?.agreement, ownerId: null };
    const { text } = await render({ ...sample, facts: { ...sample.facts, agreement } });
    expect(text).toContain(`Open your contracts:\n${agreementFacts.links.dashboard}\n`);
    expect(text).not.toContain(agreementFacts.links.contract);
  },
);

it.each([
  ['en', 'Anna Weber and Bob Miller · $250.00 USD · 00:20 · '],
  ['es', 'Anna Weber y Bob Miller · $250.00 USD · 00:20 · '],
] as const)(
  'a deal of none of the named kinds is told from others without a kind, in %s',
  async (language, line) => {
    const sample = samples.find(({ name }) => name === 'receipt') as MailSample;
    const agreement = { ...agreementFacts, ...sample.facts?.agreement, kind: 'other' as const };
    expect((await render({ ...sample, facts: { ...sample.facts, agreement } }, language)).text).toContain(
      line,
    );
  },
);

describe('recipients and keys', () => {
  const agreementId = '4207731958026614';

  it('keeps the keys of mails that were sent before', () => {
    expect(mailsFor('receipt', { agreementId, subjectId: 'p1' })).toEqual([
      { key: 'receipt:p1:party-a', recipient: 'partyA' },
    ]);
    expect(mailsFor('proof', { agreementId }).map(({ key }) => key)).toEqual([
      `completed:${agreementId}:party-a`,
      `completed:${agreementId}:party-b`,
    ]);
  });

  it('tells both parties of a consent, and keeps the key of party A', () => {
    expect(mailsFor('consented', { agreementId })).toEqual([
      { key: `consented:${agreementId}:party-a`, recipient: 'partyA' },
      { key: `consented:${agreementId}:party-b`, recipient: 'partyB' },
    ]);
  });

  it('tells of each step of an escrow once, and of its clock, a stop and a decision each time', () => {
    const keys = (change: MailedEscrowChange, version: number) =>
      mailsFor(`held-payment-${change}`, {
        agreementId,
        subjectId: 'h1',
        details: { kind: change, version },
      }).map(({ key }) => key);
    expect(keys('held', 2)).toEqual(['held-payment:h1:held:buyer', 'held-payment:h1:held:seller']);
    expect(keys('released', 5)).toEqual(keys('released', 6));
    expect(keys('problem', 4)).toHaveLength(3);
    for (const change of ['clock-started', 'half-time', 'last-hour', 'problem', 'decided'] as const) {
      expect(keys(change, 3)).toEqual(keys(change, 3));
      expect(keys(change, 3)).not.toEqual(keys(change, 7));
    }
    expect(mailsFor('manual-receipt', { agreementId, subjectId: 'p1' })[0]?.key).toBe('receipt:p1:party-a');
  });

  it('leaves party B alone before the invitation', () => {
    const people = (template: 'cancelled' | 'content-deleted', details: object) =>
      mailsFor(template, { agreementId, details }).map(({ recipient }) => recipient);
    expect(people('cancelled', { from: 'pending' })).toEqual(['partyA']);
    expect(people('cancelled', { from: 'awaiting_party' })).toEqual(['partyA', 'partyB']);
    expect(people('content-deleted', { reason: 'unpaid' })).toEqual(['partyA']);
    expect(people('content-deleted', { reason: 'access-ended' })).toEqual(['partyA', 'partyB']);
  });

  it('gives party B what a person heard once there is a contract, and party A whenever they bought it', () => {
    const isDue = (recipient: 'partyA' | 'partyB', status: AgreementFacts['status']) => {
      const sample = samples.find(({ name }) => name === 'human-transcript-ready-unpaid') as MailSample;
      const facts = { ...sample.facts, agreement: { ...agreementFacts, status } };
      return kindOf(sample).isDue?.(sampleContext({ ...sample, recipient, facts })) ?? true;
    };
    expect(isDue('partyB', 'pending')).toBe(false);
    expect(isDue('partyB', 'awaiting_party')).toBe(false);
    expect(isDue('partyA', 'awaiting_party')).toBe(true);
    expect(isDue('partyB', 'completed')).toBe(true);
  });

  it.each(['invitation', 'link-again', 'code'])(
    'asks nobody in the name of an account that is shut: %s',
    (name) => {
      const sample = samples.find((known) => known.name === name) as MailSample;
      const isDue = (isDisabled: boolean) => {
        const facts = { ...sample.facts, owner: { ...userFacts, isDisabled } };
        return kindOf(sample).isDue?.(sampleContext({ ...sample, facts }));
      };
      expect([isDue(false), isDue(true)]).toEqual([true, false]);
      expect(kindOf(sample).facts).toContain('owner');
      expect(mailCatalogue.reminder.isDue).toBe(mailCatalogue.invitation.isDue);
    },
  );

  it.each(['invitation', 'link-again', 'code'])('asks nobody at the address of party A: %s', (name) => {
    const sample = samples.find((known) => known.name === name) as MailSample;
    const isRefused = (owner: typeof userFacts | null) =>
      kindOf(sample).isRefused?.(sampleContext({ ...sample, facts: { ...sample.facts, owner } }));
    const bobs = { ...userFacts, email: 'Bob@people.test' };
    expect(isRefused(bobs)).toBe(true);
    expect([null, userFacts, { ...bobs, isEmailVerified: false }].map(isRefused)).toEqual([
      false,
      false,
      false,
    ]);
    expect(mailCatalogue.reminder.isRefused).toBe(mailCatalogue.invitation.isRefused);
  });

  it('tells support of a job that was given up, unless it was done meanwhile', () => {
    const isDue = (status: JobStatus) => {
      const sample = samples.find(({ name }) => name === 'job-given-up') as MailSample;
      return kindOf(sample).isDue?.(sampleContext({ ...sample, facts: { job: { ...jobFacts, status } } }));
    };
    expect(jobStatuses.filter(isDue)).toEqual(['queued', 'running', 'failed']);
  });

  it.each(['dead-letter-retried', 'job-given-up'])(
    'tells support of ten within an hour that are like %s, and of no more',
    (name) => {
      const isDue = (alike: number) => {
        const sample = samples.find((known) => known.name === name) as MailSample;
        return kindOf(sample).isDue?.(sampleContext({ ...sample, facts: { alike } }));
      };
      expect([0, 9, 10, 11].map(isDue)).toEqual([true, true, false, false]);
    },
  );

  it('has a key of its own for every fact', () => {
    const keys = samples.flatMap(({ template, details, recipient }) =>
      mailsFor(template, { agreementId, userId: 17, ticketNumber: 'T-1', subjectId: template, details })
        .filter((mail) => mail.recipient === recipient)
        .map(({ key }) => `${template} ${key}`),
    );
    expect(keys.every((key) => !/undefined|null/.test(key))).toBe(true);
  });
});

describe('who gets an answer', () => {
  const answersTo = (name: string) => {
    const sample = samples.find((known) => known.name === name) as MailSample;
    return kindOf(sample).replyTo?.(sampleContext(sample)).address ?? null;
  };

  it.each([
    ['invitation', 'support@contract.test'],
    ['reminder', 'support@contract.test'],
    ['opened-keyed', 'bob@people.test'],
    ['consented', 'bob@people.test'],
    ['consented-b', 'support@contract.test'],
    ['declined-a', 'bob@people.test'],
    ['cancelled-b', 'anna@people.test'],
    ['cancelled-a', 'bob@people.test'],
    ['cancelled-by-admin-partyA', 'support@contract.test'],
    ['cancelled-by-admin-partyB', 'support@contract.test'],
    ['cancelled-unpaid_expired', 'support@contract.test'],
    ['transcription-failed', 'support@contract.test'],
    ['human-transcript-ready-a', 'bob@people.test'],
    ['human-transcript-ready-b', 'support@contract.test'],
    ['human-transcript-ready-unpaid', 'support@contract.test'],
    ['email-changed', 'support@contract.test'],
    ['ticket-opened', 'anna@people.test'],
    ['ticket-answered', 'support@contract.test'],
    ['saved', null],
    ['payment-requested-resend', null],
    ['receipt', null],
    ['human-transcript-receipt', 'support@contract.test'],
    ['refund-by-admin', 'support@contract.test'],
    ['held-payment-held-buyer', 'bob@people.test'],
    ['held-payment-held-seller', 'support@contract.test'],
    ['held-payment-seller-needed-seller-paid', 'support@contract.test'],
    ['held-payment-problem-seller', 'support@contract.test'],
    ['held-payment-problem-support', 'anna@people.test'],
  ])('%s: %s', (name, address) => {
    expect(answersTo(name)).toBe(address);
  });

  it('nobody else gets an answer to a mail with a key of its reader, which an answer quotes', async () => {
    const proofs = (['partyA', 'partyB'] as const).map(
      (recipient): MailSample => ({
        ...{ name: `proof-${recipient}`, template: 'proof', recipient },
        ...{ subject: '', button: '', says: [] },
      }),
    );
    const ours = [null, 'support@contract.test'];
    const others = [];
    for (const sample of [...samples, ...proofs].filter(({ recipient }) => recipient !== 'support')) {
      const address = kindOf(sample).replyTo?.(sampleContext(sample)).address ?? null;
      const context = sampleContext(sample);
      const offers = offeredLanguages(kindOf(sample), context).map((lang) => ({
        ...wordings[lang].texts.inThisLanguage,
        ...{ lang, url: 'https://contract.test/mail-language?key=of-the-reader', isFirst: false },
      }));
      const { text } = await renderMail(kindOf(sample).content(context), offers);
      if (/[?&](?:key|token)=/.test(text) && !ours.includes(address))
        others.push(`${sample.name}: ${address}`);
    }
    expect(others).toEqual([]);
  });

  it('every reader is offered other languages where an answer comes to us', () => {
    const offered = (name: string) => {
      const sample = samples.find((known) => known.name === name) as MailSample;
      return offeredLanguages(kindOf(sample), sampleContext(sample));
    };
    expect(['invitation', 'receipt', 'saved', 'email-changed'].map(offered)).toEqual(Array(4).fill(['es']));
    expect(['opened-keyed', 'held-payment-held-buyer', 'ticket-opened'].map(offered)).toEqual([[], [], []]);
  });

  it('every mail says who gets an answer, if it is not our support', async () => {
    const told = samples.filter(({ recipient }) => recipient !== 'support');
    const untrue = [];
    for (const sample of told) {
      const context = sampleContext(sample);
      const { answersGoTo, answersGoToSupport } = context.wording.texts;
      const text = (await render(sample)).text.replace(/\s+/g, ' ');
      const [opening = '', ending = ''] = answersGoTo('…').split('…');
      const said = text.includes(answersGoToSupport) ? 'support' : text.split(opening)[1]?.split(ending)[0];
      const { address, name } = kindOf(sample).replyTo?.(context) ?? {};
      const answering = address === 'support@contract.test' ? 'support' : name;
      // Of a mail of ours, everybody expects that we get the answer.
      if (said === undefined && answering === 'support') continue;
      if (said !== answering) untrue.push(`${sample.name}: ${said}, not ${answering}`);
    }
    expect(untrue).toEqual([]);
  });

  it('finds buyer and seller whichever party they are', () => {
    const bob = { ...userFacts, id: 18, username: 'Bob Miller', email: 'bob@people.test' };
    const held = (recipient: 'buyer' | 'seller', facts: Partial<EscrowFacts>, buyer = bob) => {
      const escrow = { ...escrowFacts, ...facts };
      const sample = { ...(escrowSamples[0] as MailSample), recipient, facts: { escrow, buyer } };
      return kindOf(sample).to(sampleContext(sample));
    };
    const bobPays = { buyerParty: 'b', sellerEmail: 'Anna@people.test' } as const;
    expect(held('buyer', bobPays)).toEqual({ name: 'Bob Miller', address: 'bob@people.test' });
    const moved = { ...bob, email: 'bob@home.test' };
    expect(held('buyer', bobPays, moved)).toEqual({ name: 'Bob Miller', address: 'bob@home.test' });
    for (const change of [{ isEmailVerified: false }, { isDisabled: true }])
      expect(held('buyer', bobPays, { ...moved, ...change }).address).toBe('bob@people.test');
    expect(held('seller', bobPays)).toEqual({ name: 'Anna Weber', address: 'Anna@people.test' });
    const stranger = { sellerEmail: 'garage@people.test' };
    expect(held('seller', stranger)).toEqual({ name: '', address: 'garage@people.test' });
  });

  it('gives what support answers about a problem to the buyer where they are reached now', () => {
    const sample = samples.find(({ name }) => name === 'held-payment-problem-support') as MailSample;
    const answersTo = (facts: MailSample['facts']) => {
      const about = { ...sample, facts: { ...sample.facts, ...facts } };
      return kindOf(about).replyTo?.(sampleContext(about)).address;
    };
    expect(answersTo({ buyer: { ...userFacts, email: 'anna@home.test' } })).toBe('anna@home.test');
    expect(answersTo({ buyer: { ...userFacts, isEmailVerified: false } })).toBe('anna@people.test');
    const unreached = { ...escrowFacts, state: 'disputed', isBuyerUnreached: true } as const;
    expect(answersTo({ escrow: unreached })).toBe('support@contract.test');
  });

  it('says in a first warning how many days are left when it is sent', () => {
    const sample = samples.find(({ name }) => name === 'payment-requested-first-warning') as MailSample;
    const endsAt = '2026-11-23T08:00:00.000Z';
    const late = {
      ...sample,
      details: { kind: 'first-warning', endsAt },
      facts: { agreement: { ...agreementFacts, status: 'pending' as const, expiresAt: endsAt } },
    };
    expect(kindOf(late).content(sampleContext(late)).subject).toContain('is deleted in 2 days');
  });

  it('tells a change of the address to the old one', () => {
    const sample = samples.find(({ name }) => name === 'email-changed') as MailSample;
    expect(kindOf(sample).to(sampleContext(sample))).toEqual({
      name: '',
      address: 'anna@people.test',
    });
  });
});

/** A key is why a mail goes out once. One that reads otherwise after a release sends what was sent before. */
it('keys of mails stay as they are', () => {
  const subject = {
    agreementId: 'A',
    userId: 7,
    ticketNumber: 'T',
    subjectId: 'S',
    details: { kind: 'K', at: 'M', endsAt: 'E', version: 3 },
  };
  const keys = new Set(mailTemplates.map((template) => mailCatalogue[template].key(subject)));
  expect([...keys].sort()).toEqual([
    'access-ending:A:K:E',
    'account-changed:S',
    'account-created:7',
    'address-verification:S',
    'admin-acted:A:S',
    'cancelled:A',
    'code:S',
    'completed:A',
    'confirmed:S',
    'consented:A',
    'content-deleted:A',
    'covered:A',
    'dead-letter:S:3',
    'held-payment:S:K',
    'held-payment:S:K:3',
    'human-transcript-late:S',
    'human-transcript-paid:S',
    'invitation:S',
    'job-given-up:S:3',
    'link-again:S',
    'link-expired:S',
    'manual-ready:S',
    'objected:S',
    'opened:S:K',
    'password-reset:S',
    'payment-requested:S',
    'receipt:S',
    'refund-failed:S',
    'refund:S',
    'saved:A',
    'seller-link-again:S:M',
    'subscription-refund:S',
    'subscription:S:K:E',
    'ticket-answered:T:S',
    'ticket-opened:T',
    'ticket-received:T',
    'transcription-failed:A',
    'violations-found:S',
  ]);
});
