import { Injectable } from '@nestjs/common';
import { isSignatureOf, signStatement } from '#platform';
import { AuthConfig } from '../config.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Tokens of mailed links to a page. They are made again whenever they are needed and stored nowhere. */
abstract class MailedLinks {
  /** Keeps the tokens of one purpose from being taken for another one. */
  protected abstract readonly purpose: string;
  protected abstract readonly page: string;

  protected constructor(private readonly config: { linkSecret: string; publicUrl: string }) {}

  url(id: string): string {
    return `${this.config.publicUrl}/${this.page}?token=${encodeURIComponent(this.token(id))}`;
  }

  /** What a token of ours stands for, or null. */
  idOf(token: string): string | null {
    const id = token.split('.', 1)[0] ?? '';
    const signature = token.slice(id.length + 1);
    return UUID.test(id) && isSignatureOf(this.config.linkSecret, this.statement(id), signature) ? id : null;
  }

  private token(id: string): string {
    return `${id}.${signStatement(this.config.linkSecret, this.statement(id))}`;
  }

  private statement(id: string): string {
    return `${this.purpose}:${id}`;
  }
}

/** Links that show that whoever opens them reads the mail of an address. */
@Injectable()
export class VerificationLinks extends MailedLinks {
  protected readonly purpose = 'verify';
  protected readonly page = 'verify-address';

  constructor(config: AuthConfig) {
    super(config);
  }
}

/** Links to choose a new password. */
@Injectable()
export class ResetLinks extends MailedLinks {
  protected readonly purpose = 'reset';
  protected readonly page = 'reset-password';

  constructor(config: AuthConfig) {
    super(config);
  }
}
