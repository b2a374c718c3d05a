import { Module } from '@nestjs/common';
import { LanguageChoices } from './language-choices.js';
import { LanguagesController } from './languages.controller.js';

export { LanguageChoices } from './language-choices.js';

/** The languages that readers have chosen by the link in a mail. */
@Module({ controllers: [LanguagesController], providers: [LanguageChoices], exports: [LanguageChoices] })
export class LanguagesModule {}
