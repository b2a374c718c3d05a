import { IsString, Matches } from 'class-validator';
import { BaseConfig } from '#platform';

const HTTP_URL = /^https?:\/\/\S+[^/\s]$/;

export class NotificationsConfig extends BaseConfig {
  /** `smtp://user:password@host:587?requireTLS=true` or `smtps://…`. */
  @Matches(/^smtps?:\/\/\S+$/) smtpUrl: string;
  /** Sender of every mail: `Name <address>` or the address alone. */
  @IsString()
  @Matches(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
    message: 'must be an address or Name <address>',
  })
  mailFrom: string;
  @Matches(HTTP_URL) agreementsUrl: string;
  @Matches(HTTP_URL) transcriptionUrl: string;
  @Matches(HTTP_URL) paymentsUrl: string;
}
