import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { MailedLinks } from '../mailed-links.js';

/** Links that show that whoever opens them reads the mail of an address. */
@Injectable()
export class VerificationLinks extends MailedLinks {
  protected readonly purpose = 'verify';
  protected readonly page = 'verify-address';

  constructor(config: AuthConfig) {
    super(config);
  }
}
