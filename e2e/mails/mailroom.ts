import { type ReceivedMail, readMailbox } from '#stand-ins';
import { eventually } from '#testing';

/** One mail to one person, as the facts demand it. */
export interface ExpectedMail {
  kind: string;
  to: string;
  /** A pattern where it says how long is left. */
  subject: string | RegExp;
  /** Words of the plain-text part: number, names, amount, reason, deadline. */
  says: readonly string[];
  /** Who gets an answer; null when that is the sender. */
  replyTo: string | null;
  /** Path of the one button. */
  button: RegExp;
}

/** Compares what lies in the mailbox with what is owed. */
export class Mailroom {
  private readonly owed: ExpectedMail[] = [];
  private readonly opened = new Set<string>();

  constructor(
    private readonly mailboxUrl: string,
    private readonly publicUrl: string,
  ) {}

  owe(...mails: ExpectedMail[]): void {
    this.owed.push(...mails);
  }

  get count(): number {
    return this.owed.length;
  }

  /** Until every mail that is owed is there once, and no other; then every new button leads somewhere. */
  async complete(timeoutMs = 60_000): Promise<void> {
    await eventually(
      async () => expect(compare(this.owed, await this.mails())).toEqual([]),
      timeoutMs,
      'what the mailbox should hold',
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${String((error.cause as Error | undefined)?.message)}`);
    });
    for (const mail of await this.mails()) await this.open(mail);
  }

  /** How many mails lie in the mailbox, copies after a crash counted. */
  async copies(): Promise<number> {
    return (await readMailbox(this.mailboxUrl)).length;
  }

  /** How many copies there are of each mail, by its Message-ID without the angle brackets. */
  async copiesOfEach(): Promise<Map<string, number>> {
    const copies = new Map<string, number>();
    for (const { messageId } of await readMailbox(this.mailboxUrl)) {
      const id = messageId.replace(/[<>]/g, '');
      copies.set(id, (copies.get(id) ?? 0) + 1);
    }
    return copies;
  }

  async moreThan(copies: number): Promise<void> {
    await eventually(
      async () => {
        if ((await this.copies()) <= copies) throw new Error('no new mail');
      },
      30_000,
      'a new mail',
    );
  }

  /** The address behind the button of the only mail like this. */
  async link(to: string, subject: string): Promise<string> {
    return buttons((await this.mail(to, subject))?.html ?? '')[0] ?? '';
  }

  /** The key of the link in the only mail like this with which party B confirms. */
  async confirmationKey(to: string, subject: string): Promise<string | null> {
    const [link] = /https?:\S+\/confirm\/\S+/.exec((await this.mail(to, subject))?.text ?? '') ?? [];
    return link === undefined ? null : new URL(link).searchParams.get('key');
  }

  private async mail(to: string, subject: string): Promise<ReceivedMail | undefined> {
    return (await this.mails()).find((one) => one.to.includes(to) && one.subject === subject);
  }

  /**
   * Each mail once. When a process dies between the mail server's answer and the row that says so, the next attempt
   * sends a copy; it has the same Message-ID, by which mailboxes show it once, so it counts once here as well: the one
   * that came first, because a copy says how many days are left when it is sent.
   */
  private async mails(): Promise<ReceivedMail[]> {
    const copies = Map.groupBy(await readMailbox(this.mailboxUrl), (mail) => mail.messageId);
    return [...copies.values()].flatMap((same) => same.slice(0, 1));
  }

  private async open(mail: ReceivedMail): Promise<void> {
    if (this.opened.has(mail.messageId)) return;
    this.opened.add(mail.messageId);
    const [link = ''] = buttons(mail.html);
    const isRecording = link.includes('/audio?');
    const answer = await fetch(link, { headers: isRecording ? { range: 'bytes=0-9' } : {} });
    await answer.arrayBuffer();
    const seen = `${answer.status} of ${link.replace(this.publicUrl, '')} in "${mail.subject}"`;
    expect(seen).toMatch(isRecording ? /^206 / : /^200 /);
  }
}

/** Every way in which the mails differ from what is owed. */
function compare(owed: readonly ExpectedMail[], mails: readonly ReceivedMail[]): string[] {
  const matches = owed.map((expected) => ({
    expected,
    found: mails.filter((mail) => isLike(mail, expected)),
  }));
  const wrong = matches
    .filter(({ found }) => found.length !== 1)
    .map(
      ({ expected, found }) => `${found.length} times: ${expected.kind} to ${expected.to}, ${expected.says}`,
    );
  const strays = mails
    .map((mail) => ({ mail, count: matches.filter(({ found }) => found.includes(mail)).length }))
    .filter(({ count }) => count !== 1)
    .map(({ mail, count }) => `owed ${count} times: "${mail.subject}" to ${mail.to}\n${mail.text}`);
  const flaws = matches.flatMap(({ expected, found }) => found.flatMap((mail) => flawsOf(mail, expected)));
  return [...wrong, ...strays, ...flaws];
}

function isLike(mail: ReceivedMail, { to, subject, says }: ExpectedMail): boolean {
  return (
    mail.to.length === 1 &&
    mail.to[0] === to &&
    (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)) &&
    says.every((words) => mail.text.includes(words))
  );
}

function flawsOf(mail: ReceivedMail, { kind, replyTo, button }: ExpectedMail): string[] {
  const links = buttons(mail.html);
  const flaws = [
    links.length === 1 ? null : `${links.length} buttons`,
    links.every((link) => button.test(link)) ? null : `the button leads to ${links}`,
    links.every((link) => mail.text.includes(`:\n${link}`)) ? null : 'the text lacks the link of the button',
    mail.replyTo.join() === (replyTo ?? '') ? null : `answers go to ${mail.replyTo}`,
  ];
  return flaws.filter((flaw) => flaw !== null).map((flaw) => `${kind} to ${mail.to}: ${flaw}`);
}

/** Where the buttons of an HTML part lead: links that stand out by their own background. */
function buttons(html: string): string[] {
  return [...html.matchAll(/<a\s([^>]*)>/g)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => /style="[^"]*background/.test(attributes))
    .map((attributes) => /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? '');
}
