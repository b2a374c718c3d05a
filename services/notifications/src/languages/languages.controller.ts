import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiGoneResponse, ApiNoContentResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { type Language, languages } from '#contracts';
import { Access, ErrorAnswer, OneOf } from '#platform';
import { LanguageChoices } from './language-choices.js';

class LanguageChoice {
  @ApiProperty({ description: 'Key of the link in a mail' })
  @IsString()
  @MaxLength(200)
  key: string;

  @ApiProperty({ example: 'es' })
  @OneOf(languages)
  language: Language;
}

/** The language of mails, by the link in one of them: without an account, and for every mail to that address. */
@ApiTags('support')
@Access('anyone')
@Controller('api/mail-language')
export class LanguagesController {
  constructor(private readonly choices: LanguageChoices) {}

  @Post()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiGoneResponse({ type: ErrorAnswer, description: 'link_invalid' })
  async choose(@Body() { key, language }: LanguageChoice): Promise<void> {
    await this.choices.choose(key, language);
  }
}
