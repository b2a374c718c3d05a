import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import type { Language } from '#contracts';
import { AppError, Clock, isSameSecret, signStatement } from '#platform';
import { NotificationsConfig } from '../config.js';
import { type LanguageOffer, wordings } from '../mails/mails.module.js';

/** 132 bits: nobody guesses another reader's. */
const READER_CHARACTERS = 22;

@Entity('mail_languages')
export class MailLanguageEntity {
  /** A keyed hash of the address. */
  @PrimaryColumn('text') reader: string;
  @Column('text') language: Language;
  @Column('timestamptz') chosenAt: Date;
}

/**
 * The languages that readers have chosen by the link in a mail, for every mail to their address and whatever it is
 * about. Addresses are not kept: a reader is known by a keyed hash of the address.
 */
@Injectable()
export class LanguageChoices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly config: NotificationsConfig,
  ) {}

  /** Remembers what the holder of a mailed key wants from now on. @throws AppError `link_invalid` */
  async choose(key: string, language: Language): Promise<void> {
    const [reader = ''] = key.split('.');
    if (!isSameSecret(this.sign(reader), key)) throw new AppError('link_invalid');
    const choice = { reader, language, chosenAt: this.clock.now() };
    await this.dataSource.manager.upsert(MailLanguageEntity, choice, ['reader']);
  }

  /** What the reader at an address has chosen; null when they have not. */
  async chosenFor(address: string): Promise<Language | null> {
    const reader = this.readerOf(address);
    const choice = await this.dataSource.manager.findOneBy(MailLanguageEntity, { reader });
    return choice?.language ?? null;
  }

  /** The offer of mails in `language`, in that language, with the link that chooses it. */
  offer(address: string, language: Language, isFirst: boolean): LanguageOffer {
    const key = encodeURIComponent(this.sign(this.readerOf(address)));
    const url = `${this.config.publicUrl}/mail-language?key=${key}&to=${language}`;
    return { ...wordings[language].texts.inThisLanguage, lang: language, url, isFirst };
  }

  private readerOf(address: string): string {
    return this.hash(`mail-reader:${address.trim().toLowerCase()}`).slice(0, READER_CHARACTERS);
  }

  private sign(reader: string): string {
    return `${reader}.${this.hash(`mail-language:${reader}`)}`;
  }

  private hash(text: string): string {
    return signStatement(this.config.linkSecret, text);
  }
}
