import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { MailedLinks } from '../mailed-links.js';

/** Links to choose a new password. */
@Injectable()
export class ResetLinks extends MailedLinks {
  protected readonly purpose = 'reset';
  protected readonly page = 'reset-password';

  constructor(config: AuthConfig) {
    super(config);
  }
}
