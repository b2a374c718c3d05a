import { IsInt, IsOptional, IsString, Matches, Min, MinLength } from 'class-validator';
import { basePlan, plans } from '#contracts';
import { BaseConfig, SANDBOX_IN_WORDS } from '#platform';

const HTTP_URL = /^https?:\/\/\S+[^/\s]$/;
const MAILBOX = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;
/** The mailbox among the containers of docker-compose.yml: what it takes reaches nobody. */
const LOCAL_MAILBOX = 'mailbox';
const SMTP_URL_IS_NO_URL =
  'SMTP_URL cannot be read: within name and password write %2F for /, %23 for #, %3F for ?, %40 for @, %3A for :, %25 for %';
const NO_ADDRESS = /@localhost>?$/i;

export class NotificationsConfig extends BaseConfig {
  /** Makes the keys in the links by which a reader chooses the language of our mails. */
  @IsString() @MinLength(32) linkSecret: string;
  /** `smtp://user:password@host:587?requireTLS=true` or `smtps://…`; a URL, so `/`, `#`, `?` and `%` in it are encoded. */
  @Matches(/^smtps?:\/\/\S+$/) smtpUrl: string;
  /** Sender of every mail: `Name <address>` or the address alone. */
  @IsString()
  @Matches(MAILBOX, { message: 'must be an address or Name <address>' })
  mailFrom: string;
  /** Inbox of the people who answer tickets: `Name <address>` or the address alone. */
  @IsString()
  @Matches(MAILBOX, { message: 'must be an address or Name <address>' })
  supportEmail: string = 'Support <support@localhost>';
  /** Messages to support from one IP address within an hour before more are refused. */
  @IsInt() @Min(1) contactsPerHour: number = 10;
  /** The longest recording that is sold here, in seconds; as in the agreements service. */
  @IsInt() @Min(1) longestRecordingSeconds: number = plans[basePlan].maxSeconds;
  @Matches(HTTP_URL) authUrl: string;
  @Matches(HTTP_URL) agreementsUrl: string;
  @Matches(HTTP_URL) transcriptionUrl: string;
  @Matches(HTTP_URL) paymentsUrl: string;
  /** Asked for its health only; without it nobody is told that the gateway is away. */
  @IsOptional() @Matches(HTTP_URL) gatewayUrl?: string;

  override refused(): string[] {
    const problems = super.refused();
    if (!isMailServer(this.smtpUrl)) problems.push(SMTP_URL_IS_NO_URL);
    return problems;
  }

  /** Production mails people, from an address that can be answered, and support hears of it when something is wrong. */
  override refusedInProduction(): string[] {
    const problems = super.refusedInProduction();
    if (this.allowSandbox === SANDBOX_IN_WORDS) return problems;
    if (URL.parse(this.smtpUrl)?.hostname === LOCAL_MAILBOX) {
      problems.push('SMTP_URL is the local mailbox, which mails nobody; name a mail server');
    }
    if (NO_ADDRESS.test(this.mailFrom)) problems.push('MAIL_FROM is not set: nobody could answer a mail');
    if (NO_ADDRESS.test(this.supportEmail)) {
      problems.push('SUPPORT_EMAIL is not set: questions, and mails about outages, would reach nobody');
    }
    return problems;
  }
}

/** What stands behind an unencoded `/`, `#` or `?` of a password is taken for something else, the server's name with it. */
function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['', '/'].includes(url.pathname) || url.hash !== '' || url.search.includes('@')) {
    return false;
  }
  try {
    decodeURIComponent(url.username + url.password);
    return url.hostname !== '';
  } catch {
    return false;
  }
}
