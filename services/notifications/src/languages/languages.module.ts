import { Module } from '@nestjs/common';
import { LanguageChoices, MailLanguageEntity } from './language-choices.js';
import { LanguagesController } from './languages.controller.js';

export { LanguageChoices } from './language-choices.js';

export const languagesEntities = [MailLanguageEntity];

/** The languages that readers have chosen by the link in a mail. */
@Module({ controllers: [LanguagesController], providers: [LanguageChoices], exports: [LanguageChoices] })
export class LanguagesModule {}
