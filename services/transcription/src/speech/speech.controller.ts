import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '#platform';
import { SpeechEngines } from './speech-engines.js';

class SpeechView {
  @ApiProperty({
    type: [String],
    nullable: true,
    example: ['en'],
    description: 'ISO 639-1 codes of what can be transcribed now; null: whatever people usually speak',
  })
  languages: string[] | null;
}

/** What somebody who is about to record can expect of the transcript. */
@ApiTags('transcripts')
@Access('anyone')
@Controller('api/speech')
export class SpeechController {
  constructor(private readonly engines: SpeechEngines) {}

  @Get()
  @ApiOkResponse({ type: SpeechView })
  speech(): SpeechView {
    return { languages: this.engines.readyFor() };
  }
}
